import TrendyKit
import TrendyModel

/// A recorded event, as `--json` prints it.
struct RecordOutput: Encodable {
    let event: String
    let isNew: Bool

    init(_ receipt: RecordReceipt) {
        event = receipt.eventID.description
        isNew = receipt.isNew
    }
}

import TrendyKit
import TrendyModel

/// What was recorded, for programs.
struct RecordOutput: Encodable {
    let event: String
    let isNew: Bool

    init(_ receipt: RecordReceipt) {
        event = receipt.eventID.description
        isNew = receipt.isNew
    }
}

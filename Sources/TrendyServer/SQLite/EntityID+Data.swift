import Foundation
import TrendyModel

extension EntityID {
    /// The 16 bytes as GRDB takes them.
    var data: Data { Data(bytes) }

    /// Reads a column's bytes.
    init?(data: Data) {
        self.init(bytes: data)
    }
}

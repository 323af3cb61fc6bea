import Foundation
import TrendyModel

extension EntityID {
    /// The 16 bytes as `Data`, for GRDB.
    var data: Data { Data(bytes) }

    /// Reads the bytes of a column; `nil` unless there are 16.
    init?(data: Data) {
        self.init(bytes: data)
    }
}

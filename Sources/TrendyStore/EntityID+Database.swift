import Foundation
import TrendyModel

extension EntityID {
    /// The 16 bytes, as GRDB binds them.
    var data: Data { Data(bytes) }
}

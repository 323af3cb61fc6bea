import Foundation
import TrendyModel

extension FailureReason {
    /// The text that the database stores.
    var stored: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A reason contains only texts and integers, which always encode.
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// The reason of a stored text.
    ///
    /// A text that is not an encoded reason becomes ``text(_:)``: an older version stored it.
    init(stored: String) {
        let decoded = try? UntrustedJSON.decode(FailureReason.self, from: stored.utf8)
        self = decoded ?? .text(stored)
    }
}

/// A position in the changes of an account.
///
/// Clients treat its text as opaque. The epoch identifies a continuous history of the server's
/// data; a restored backup starts a new epoch.
package struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// The server's epoch: letters and digits.
    package let epoch: String
    /// The version of the last change that was read.
    package let version: Int64

    /// Creates a cursor.
    package init(epoch: String, version: Int64) {
        self.epoch = epoch
        self.version = version
    }

    /// Parses the text form; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard let dash = text.utf8.lastIndex(of: UInt8(ascii: "-")), dash > text.startIndex,
            let version = Int64(text[text.utf8.index(after: dash)...]), version >= 0
        else { return nil }
        epoch = String(text[..<dash])
        self.version = version
        let isEpoch = epoch.utf8.allSatisfy {
            (48...57).contains($0) || (97...122).contains($0 | 0x20)
        }
        guard epoch.utf8.count <= 64, isEpoch, description == text else { return nil }
    }

    /// The text form.
    package var description: String { "\(epoch)-\(version)" }
}

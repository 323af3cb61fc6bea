/// How far a reader has come in an account's changes.
///
/// Opaque to clients: they keep its text and give it back. The epoch tells one life of the
/// server's data from the next (a restored backup has a new one).
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// The server's epoch: letters and digits.
    public let epoch: String
    /// The number of the last change read.
    public let version: Int64

    /// Bundles the parts.
    public init(epoch: String, version: Int64) {
        self.epoch = epoch
        self.version = version
    }

    /// Reads the text form; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
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
    public var description: String { "\(epoch)-\(version)" }
}

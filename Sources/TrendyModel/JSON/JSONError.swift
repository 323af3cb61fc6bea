/// Why a text is not the JSON that was expected, and where.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The byte the trouble was found at, counted from the start of the text.
    public let offset: Int
    /// What is wrong there; it may be logged, so it never holds anything of the text.
    public let message: String

    /// Makes an error for a place.
    public init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// What is wrong, with its place.
    public var description: String { "\(message) at byte \(offset)" }
}

/// A JSON syntax or type error with its position.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The byte offset of the error.
    public let offset: Int
    /// A description that can be logged: it contains nothing of the text.
    public let message: String

    /// Creates an error.
    public init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// The description with the position.
    public var description: String { "\(message) at byte \(offset)" }
}

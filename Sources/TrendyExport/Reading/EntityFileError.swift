/// Text that is not an export of entities.
package struct EntityFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The position of the problem, in bytes from the start.
    package let offset: Int
    /// What is wrong.
    package let message: String

    /// The problem and its position.
    package var description: String { "\(message) (byte \(offset))" }
}

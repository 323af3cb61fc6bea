/// A warning about the permissions of a database's file or directory.
public struct DatabaseFileWarning: Sendable, Hashable, CustomStringConvertible {
    /// The kind of warning.
    public enum Code: Sendable, Hashable {
        /// Other users could read the file; its permissions were changed.
        case wasReadableByOthers
        /// Other users can replace the file, because they can write to its directory.
        case directoryIsWritableByOthers
    }

    /// The kind of warning.
    public let code: Code
    /// The file or directory.
    public let path: String
    /// The defect, and the change that was made.
    public let message: String

    /// The defect, and the change that was made.
    public var description: String { message }
}

/// A warning about the permissions of a database's file or directory.
public struct DatabaseFileWarning: Sendable, Hashable, CustomStringConvertible {
    /// The kind of warning.
    public enum Code: Sendable, Hashable {
        /// Other users could read the file; its permissions were changed.
        case wasReadableByOthers
        /// Other users can replace the file, because they may write its directory.
        case directoryIsWritableByOthers
    }

    /// The kind of warning.
    public let code: Code
    /// The file or directory.
    public let path: String
    /// What is wrong and what was done about it.
    public let message: String

    /// What is wrong and what was done about it.
    public var description: String { message }
}

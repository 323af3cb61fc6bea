/// A warning about the permissions of a database's file or directory.
package struct DatabaseFileWarning: Sendable, Hashable, CustomStringConvertible {
    /// The kind of warning.
    package enum Code: Sendable, Hashable {
        /// Other users could read the file; its permissions were changed.
        case wasReadableByOthers
        /// Other users can replace the file, because they can write to its directory.
        case directoryIsWritableByOthers
    }

    /// The kind of warning.
    package let code: Code
    /// The file or directory.
    package let path: String
    /// The defect, and the change that was made.
    package let message: String

    /// The defect, and the change that was made.
    package var description: String { message }
}

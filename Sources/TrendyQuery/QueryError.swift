/// Why a query or the opening of a database for queries failed.
package struct QueryError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The file does not exist.
        case missing
        /// The file is not the database of a device.
        case foreign
        /// A newer program wrote the file.
        case newerSchema
        /// An older program wrote the file, and no newer one has opened it since.
        case olderSchema
        /// The file cannot be opened or read, or is damaged.
        case unreadable
        /// The SQL is wrong.
        case invalid
        /// The SQL would write, or use a function or a file that queries may not use.
        case notAllowed
        /// A value, or the SQL itself, exceeds a limit.
        case tooLarge
        /// The query ran longer than its time limit.
        case timedOut
        /// The caller cancelled the query.
        case cancelled
        /// Another program has locked the file.
        case busy
        /// A file could not be written.
        case notWritable
    }

    /// The kind of error.
    package let code: Code
    /// What happened, why, and what to do.
    package let message: String
    /// The position of the error in the SQL, in UTF-8 bytes; `nil` where SQLite names none.
    package let offset: Int?

    /// Creates an error.
    package init(_ code: Code, _ message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// What happened, why, and what to do.
    package var description: String { message }
}

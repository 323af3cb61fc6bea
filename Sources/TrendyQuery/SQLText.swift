import GRDBSQLite

/// The text of statements.
package enum SQLText {
    /// Whether a text ends with a complete statement: a semicolon outside of quotes and comments.
    package static func isComplete(_ text: String) -> Bool {
        !text.utf8.contains(0) && sqlite3_complete(text) == 1
    }
}

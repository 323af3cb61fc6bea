import TrendyPostgres

/// Where the data of a server is.
enum ServerDatabaseLocation {
    /// A SQLite file of this machine.
    case file(String)
    /// A PostgreSQL database.
    case postgres(PostgresURL)

    /// Reads the value of `--database`.
    ///
    /// - Throws: `PostgresError` for a URL that libpq cannot use.
    init(_ text: String) throws {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(try PostgresURL(text))
        } else {
            self = .file(text)
        }
    }
}

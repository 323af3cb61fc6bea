package import TrendySQLite

extension StoreUnavailable {
    /// Creates an error from a result code of SQLite.
    package init(_ reason: Reason, _ result: SQLiteResult) {
        self.init(reason, detail: result.description)
    }
}

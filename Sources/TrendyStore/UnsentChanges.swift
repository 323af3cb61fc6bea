import GRDB
package import TrendySQLite

/// The number of mutations in a device's database, read without opening the store.
///
/// Reading does not migrate, write or lock the database.
package enum UnsentChanges: Sendable, Hashable {
    /// The number of pending and failed mutations.
    case count(Int)
    /// Another process holds the lock of the file.
    case inUse
    /// The file is damaged, or not a database of a device.
    case damaged
    /// The file cannot be opened, for example because of its permissions.
    case unreadable

    /// Counts the mutations in the database at a path, which exists.
    package init(path: String, files: any DatabaseFiles = LocalFiles()) {
        do throws(SQLiteFileError) {
            let label = "A device's database"
            let count = try SQLiteFile.reading(path: path, files: files, label: label) { db in
                // Every schema since the first has this table.
                guard try db.tableExists("mutation") else { return nil as Int? }
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM mutation")
            }
            self = count.map { .count($0) } ?? .damaged
        } catch {
            self =
                switch error.code {
                case .busy: .inUse
                case .notADatabase: .damaged
                default: .unreadable
                }
        }
    }
}

import GRDB
public import TrendySQLite

/// How many changes a device's database holds that its server does not have, counted without
/// opening the store: nothing is migrated, written or kept locked.
public enum UnsentChanges: Sendable, Hashable {
    /// As many wait or need the person.
    case count(Int)
    /// Another program keeps the file locked.
    case inUse
    /// The file is damaged, or no database of a device.
    case damaged
    /// The file cannot be opened, such as over its permissions.
    case unreadable

    /// Counts them in the database of a path, which exists.
    public init(path: String, files: any DatabaseFiles = LocalFiles()) {
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

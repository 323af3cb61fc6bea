import GRDB

/// The kind of a Trendy database, stored in the file as SQLite's application id
/// (https://sqlite.org/pragma.html#pragma_application_id).
///
/// A database of another program or of another kind is refused before any write. Files of older
/// versions have no application id; their tables identify them.
package enum DatabaseKind: Int32, Sendable, CaseIterable {
    /// A device's database: `TrdD` in ASCII.
    case device = 0x5472_6444
    /// A server's database: `TrdS` in ASCII.
    case server = 0x5472_6453
    /// An archive of raw samples: `TrdA` in ASCII.
    case archive = 0x5472_6441
    /// A backup of a device: `TrdB` in ASCII.
    case backup = 0x5472_6442
    /// The queue of messages to home automation: `TrdP` in ASCII.
    case publishQueue = 0x5472_6450

    /// Tables that every file of the kind has since its first migration, and no file of another
    /// kind has.
    private var tables: Set<String> {
        switch self {
        case .device: ["mutation", "meta"]
        case .server: ["account", "refresh_token", "meta"]
        case .archive: ["sample", "origin"]
        case .backup: ["backup", "backup_file", "backup_part"]
        case .publishQueue: ["message", "topic_state"]
        }
    }

    private var name: String {
        switch self {
        case .device: "the database of a device"
        case .server: "the database of a server"
        case .archive: "an archive of health samples"
        case .backup: "a backup of a device"
        case .publishQueue: "the publish queue of a device"
        }
    }

    private static let migrations = "grdb_migrations"

    /// Checks without a write that a database is empty or of this kind.
    ///
    /// - Throws: ``SQLiteFileError`` of the code `foreign` when it is not.
    func verify(_ db: Database, path: String, label: String) throws {
        guard let found = try Self.found(in: db, expected: self) else { return }
        throw SQLiteFileError(
            code: .foreign,
            path: path,
            message: "\(label) cannot be at \(path): that file is \(found). Nothing was changed. "
                + "Choose another file, or a path without a file to create a new database.",
            reason: found
        )
    }

    /// A description of a database of an unexpected kind; `nil` for an empty database or the
    /// expected kind.
    private static func found(in db: Database, expected: DatabaseKind) throws -> String? {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        if id == expected.rawValue { return nil }
        if let other = DatabaseKind(rawValue: id) { return other.name }
        let foreign = "the SQLite database of another program"
        guard id == 0 else { return foreign }
        let tables = try Set(
            String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
            )
        )
        if tables.isEmpty { return nil }
        guard tables.contains(migrations) else { return foreign }
        if expected.tables.isSubset(of: tables) { return nil }
        if tables == [migrations] {
            // The process was killed before the first migration.
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(migrations)") ?? 0
            return count == 0 ? nil : foreign
        }
        return allCases.first { $0.tables.isSubset(of: tables) }?.name ?? foreign
    }

    /// Writes the application id unless the file has it.
    func mark(_ db: Database) throws {
        guard try Int32.fetchOne(db, sql: "PRAGMA application_id") != rawValue else { return }
        try db.execute(sql: "PRAGMA application_id = \(rawValue)")
    }
}

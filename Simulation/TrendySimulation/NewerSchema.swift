import Foundation
import GRDB
import SimulationKit
import TrendySQLite

/// A migration of a newer program version in a database, which the current version does not know.
enum NewerSchema {
    private static let name = "9999"

    /// A newer version opened and migrated the file.
    static func leave(in path: String, on disk: SimulatedDisk) throws {
        try execute("INSERT OR IGNORE INTO grdb_migrations VALUES ('\(name)')", path, disk)
    }

    /// The newer version is installed again; the current program plays its part.
    static func remove(from path: String, on disk: SimulatedDisk) throws {
        try execute("DELETE FROM grdb_migrations WHERE identifier = '\(name)'", path, disk)
    }

    /// Restores the file to the state of the previous version, with all data; returns whether it
    /// can be restored.
    ///
    /// The previous version did not know deletions, so a database that has some cannot be.
    static func restorePreviousVersion(in path: String, on disk: SimulatedDisk) throws -> Bool {
        let knowsDeletions = try open(path, disk) { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM health_day WHERE deleted > 0)
                        OR EXISTS (SELECT 1 FROM derived WHERE deleted > 0)
                    """
            ) ?? false
        }
        guard !knowsDeletions else { return false }
        try execute(
            """
            BEGIN IMMEDIATE;
            ALTER TABLE health_day DROP COLUMN deleted;
            ALTER TABLE derived DROP COLUMN deleted;
            DELETE FROM grdb_migrations WHERE identifier = '0005';
            COMMIT;
            """,
            path,
            disk
        )
        return true
    }

    private static func execute(_ sql: String, _ path: String, _ disk: SimulatedDisk) throws {
        try open(path, disk) { try $0.execute(sql: sql) }
    }

    private static func open<Value>(
        _ path: String,
        _ disk: SimulatedDisk,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var configuration = Configuration()
        // The date of a transaction is not used.
        configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
        let queue = try DatabaseQueue(
            path: disk.files.location(of: path),
            configuration: configuration
        )
        defer { try? queue.close() }  // Closed by the end of its process.
        return try queue.writeWithoutTransaction(body)
    }
}

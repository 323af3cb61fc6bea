import Foundation
import GRDB
import SimulationKit
import TrendySQLite

/// The trace that a program of tomorrow leaves in a database: a migration that today's program does
/// not know.
enum NewerSchema {
    private static let name = "9999"

    /// A newer program opened the file and migrated it.
    static func leave(in path: String, on disk: SimulatedDisk) throws {
        try execute("INSERT OR IGNORE INTO grdb_migrations VALUES ('\(name)')", path, disk)
    }

    /// The newer program is there again, which today's program plays from now on.
    static func remove(from path: String, on disk: SimulatedDisk) throws {
        try execute("DELETE FROM grdb_migrations WHERE identifier = '\(name)'", path, disk)
    }

    /// The file is as the program before this one left it, with all that it holds; whether it may
    /// be: that one knew nothing of deletions, and forgets none.
    static func takeBack(in path: String, on disk: SimulatedDisk) throws -> Bool {
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
        // Nobody asks for a transaction's date.
        configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
        let queue = try DatabaseQueue(
            path: disk.files.location(of: path),
            configuration: configuration
        )
        defer { try? queue.close() }  // Its process is gone with it.
        return try queue.writeWithoutTransaction(body)
    }
}

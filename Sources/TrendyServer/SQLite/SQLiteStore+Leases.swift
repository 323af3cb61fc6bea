import GRDB
package import TrendyModel

extension SQLiteStore {
    package func take(_ lease: Lease, now: Instant) throws -> Bool {
        try queue.writing { db in
            let current = try String.fetchOne(
                db,
                sql: "SELECT value FROM meta WHERE key = ?",
                arguments: [Self.key(of: lease)]
            )
            guard lease.canReplace(current, now: now) else { return false }
            try db.execute(
                sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
                arguments: [Self.key(of: lease), lease.value(takenAt: now)]
            )
            return true
        }
    }

    package func release(_ lease: Lease) throws {
        try queue.writing { db in
            try db.execute(
                sql: "DELETE FROM meta WHERE key = ? AND value LIKE '% ' || ?",
                arguments: [Self.key(of: lease), lease.holder]
            )
        }
    }

    private static func key(of lease: Lease) -> String { "lease_" + lease.name }
}

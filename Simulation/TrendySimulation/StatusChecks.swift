import GRDB
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore

/// Checks that the sync status that people see matches the tables.
enum StatusChecks {
    /// Compares the status with the rows of the same transaction.
    static func check(_ process: SimulatedDevice.Process) async throws {
        let world = process.device.world
        let (status, held) = try await process.engine.store.statusAndRows()
        let reported = [
            "pending": status.pending, "events pending": status.pendingEvents,
            "failed": status.failed, "stale": status.stale, "conflicts": status.conflicts,
            "quarantined": status.quarantined,
            "oldest": status.oldestPending.map { Int($0.milliseconds) } ?? 0,
        ]
        for (name, number) in held where reported[name] != number {
            world.violate(
                "status",
                "\(process.device.name) reports \(name): \(reported[name] ?? 0), but has \(number)"
            )
        }
        // A sent mutation may be queued behind another one of the same batch that was refused; it
        // is in flight and blocked.
        if max(status.blocked, status.inFlight) > status.pending {
            world.violate(
                "status",
                "\(process.device.name) reports \(status.blocked) blocked and "
                    + "\(status.inFlight) in flight of \(status.pending) pending"
            )
        }
        if status.quarantined > 0 { world.coverage.reached(.quarantined) }
    }
}

extension DeviceStore {
    private static let rows: [(name: String, query: String)] = [
        ("pending", "SELECT count(*) FROM mutation WHERE state = 0"),
        ("events pending", "SELECT count(*) FROM mutation WHERE state = 0 AND kind >= 4"),
        ("failed", "SELECT count(*) FROM mutation WHERE state = 2"),
        ("stale", "SELECT count(*) FROM mutation WHERE state = 3"),
        ("conflicts", "SELECT count(*) FROM conflict WHERE acknowledged = 0"),
        ("quarantined", "SELECT count(*) FROM quarantine"),
        ("oldest", "SELECT recorded_at FROM mutation WHERE state = 0 ORDER BY seq LIMIT 1"),
    ]
    private static let counts =
        "SELECT " + rows.map { "(\($0.query))" }.joined(separator: ", ")

    fileprivate func statusAndRows() throws -> (QueueStatus, [(name: String, number: Int)]) {
        let numbers = try database.reading { db in
            try PreparedStatement(db, Self.counts).firstRow { row in
                Self.rows.indices.map { Int(row.int(Int32($0))) }
            }
        }
        return (
            try read { try $0.queue.status() },
            zip(Self.rows.map(\.name), numbers ?? []).map { ($0, $1) }
        )
    }
}

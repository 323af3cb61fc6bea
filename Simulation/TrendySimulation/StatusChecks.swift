import GRDB
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore

/// The status that people are shown says what the tables hold.
enum StatusChecks {
    /// Compares the status with the rows, both of one moment.
    static func check(_ process: SimulatedDevice.Process) async throws {
        let world = process.device.world
        let (status, held) = try await process.engine.store.statusAndRows()
        let told = [
            "pending": status.pending, "events pending": status.pendingEvents,
            "failed": status.failed, "stale": status.stale, "conflicts": status.conflicts,
            "quarantined": status.quarantined,
            "oldest": status.oldestPending.map { Int($0.milliseconds) } ?? 0,
        ]
        for (name, number) in held where told[name] != number {
            world.violate(
                "status",
                "\(process.device.name) says \(name): \(told[name] ?? 0), and holds \(number)"
            )
        }
        // What was sent may wait behind what was sent with it, and was refused: it is both.
        if max(status.blocked, status.inFlight) > status.pending {
            world.violate(
                "status",
                "\(process.device.name) says that \(status.blocked) are blocked and "
                    + "\(status.inFlight) under way, of \(status.pending)"
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
        return (try status(), zip(Self.rows.map(\.name), numbers ?? []).map { ($0, $1) })
    }
}

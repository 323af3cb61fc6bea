import GRDB
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore
import TrendySync

/// Checks that the sync status that people see matches the tables.
enum StatusChecks {
    /// A number that the rows alone do not determine.
    fileprivate static let unknown = -1

    /// Compares the status with the rows of the same transaction.
    ///
    /// - report: the result of a run that has just ended, which the sync history must show.
    static func check(
        _ process: SimulatedDevice.Process,
        after report: SyncReport? = nil
    ) async throws {
        let world = process.device.world
        let (status, held, runs) = try await process.engine.store.statusAndRows()
        if let report {
            let run = [
                report.pushed, report.pulled + (report.bootstrapped ?? 0), report.conflicts,
                report.failed,
            ]
            if world.phase == .calm, !report.isPartial, status.nextAttempt?.milliseconds == 0,
                status.pending > status.blocked
            {
                world.violate(
                    "left",
                    "\(process.device.name) synced, but left \(status.pending) mutations that could "
                        + "be sent"
                )
            }
            // Another run may have ended meanwhile.
            if !runs.contains(run) {
                world.violate(
                    "history",
                    "\(process.device.name) synced \(run), but its history has \(runs)"
                )
            }
        }
        let reported = [
            "pending": status.pending, "events pending": status.pendingEvents,
            "failed": status.failed, "stale": status.stale,
            "differing": status.differing, "conflicts": status.conflicts,
            "quarantined": status.quarantined,
            "oldest": status.oldestPending.map { Int($0.milliseconds) } ?? 0,
            "next attempt": status.nextAttempt.map { Int($0.milliseconds) } ?? 0,
        ]
        for (name, number) in held where number != Self.unknown && reported[name] != number {
            // The time of an attempt is limited where the clock was ahead.
            if name == "next attempt", !world.faults.hasRightClocks { continue }
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
        (
            "differing",
            """
            SELECT count(*) FROM mutation WHERE state IN (2, 3) AND
                CASE operation WHEN 'delete' THEN 1 WHEN 'create' THEN base_version NOT NULL END
            """
        ),
        ("conflicts", "SELECT count(*) FROM conflict WHERE acknowledged = 0"),
        ("quarantined", "SELECT count(*) FROM quarantine"),
        // A mutation that refers to a created entity waits for it.
        (
            "next attempt",
            """
            SELECT CASE
                WHEN EXISTS (SELECT 1 FROM mutation WHERE operation = 'create' AND kind < 4)
                    THEN \(StatusChecks.unknown)
                ELSE (SELECT min(next_attempt_at) FROM mutation WHERE state = 0
                    AND NOT EXISTS (SELECT 1 FROM mutation AS earlier
                        WHERE earlier.entity_id = mutation.entity_id
                            AND earlier.seq < mutation.seq)) END
            """
        ),
        ("oldest", "SELECT recorded_at FROM mutation WHERE state = 0 ORDER BY seq LIMIT 1"),
    ]
    private static let counts =
        "SELECT " + rows.map { "(\($0.query))" }.joined(separator: ", ")

    fileprivate func statusAndRows() throws -> (
        QueueStatus, rows: [(name: String, number: Int)], runs: [[Int]]
    ) {
        let (numbers, runs) = try database.reading { db in
            let numbers = try PreparedStatement(db, Self.counts).firstRow { row in
                Self.rows.indices.map { Int(row.int(Int32($0))) }
            }
            var runs: [[Int]] = []
            try PreparedStatement(
                db,
                """
                SELECT pushed, pulled, conflicts, failed FROM sync_run ORDER BY seq DESC LIMIT 5
                """
            ).forEachRow { row in runs.append((0..<4).map { Int(row.int($0)) }) }
            return (numbers ?? [], runs)
        }
        return (
            try read { try $0.queue.status() },
            zip(Self.rows.map(\.name), numbers).map { ($0, $1) },
            runs
        )
    }
}

import GRDB
import SimulationKit
import TrendyModel
import TrendySQLite
import TrendyServer

/// Checks that the server's rows agree with each other.
enum ServerChecks {
    /// Compares the counts and the newest version of each account, which `GET /me/sync` answers
    /// with, with the rows; and looks for events without a type.
    ///
    /// - Throws: the error of the read.
    static func check(_ store: SQLiteStore, in world: World) throws {
        if let problem = try store.queue.reading({ try problem($0) }) {
            world.violate("server", problem)
        }
    }

    private static func problem(_ db: Database) throws -> String? {
        try PreparedStatement(
            db,
            """
            SELECT hex(a.id), a.event_types, a.property_definitions, a.geofences, a.events,
                a.sequence,
                total(e.kind = 1 AND e.deleted_at IS NULL),
                total(e.kind = 2 AND e.deleted_at IS NULL),
                total(e.kind = 3 AND e.deleted_at IS NULL),
                total(e.kind = 4 AND e.deleted_at IS NULL),
                max(e.version)
            FROM account a LEFT JOIN entity e ON e.account = a.id
            GROUP BY a.id
            """
        ).firstProblem { row in
            let counts = (1...4).map { row.int($0) }
            let rows = (6...9).map { row.int($0) }
            if counts != rows { return "\(row.string(0) ?? "") counts \(counts), but has \(rows)" }
            if row.int(10) > row.int(5) {
                return "\(row.string(0) ?? "") is at \(row.int(5)), but has \(row.int(10))"
            }
            return nil
        }
            ?? PreparedStatement(
                db,
                """
                SELECT hex(e.id) FROM entity e
                LEFT JOIN entity t ON t.account = e.account AND t.id = e.event_type_id
                WHERE e.event_type_id IS NOT NULL AND e.deleted_at IS NULL
                    AND (t.id IS NULL OR t.deleted_at IS NOT NULL)
                """
            ).firstProblem { "\($0.string(0) ?? "") has no type" }
    }
}

extension PreparedStatement {
    /// The first problem that `body` finds in a row.
    fileprivate func firstProblem(_ body: (PreparedRow) throws -> String?) throws -> String? {
        var problem: String?
        try readRows {
            problem = try body($0)
            return problem == nil
        }
        return problem
    }
}

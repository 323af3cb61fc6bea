import GRDB
import TrendySQLite

extension SentWatermark {
    /// The mark that a file holds.
    init(_ db: Database) throws {
        self.init(
            present: try Meta.integer(db, .sentThrough) ?? 0,
            backfill: try Meta.integer(db, .sentBackfillThrough) ?? 0,
            inFlight: []
        )
        if let places = try Meta.string(db, .inFlight) {
            inFlight = Set(places.split(separator: ",").compactMap { Int64($0) })
            self = try existing(db)
        } else {
            // Written by a program that kept the marks only: all before them may be on its way.
            inFlight = try replacedAndUnsent(db)
        }
    }

    /// Writes what differs from what the file holds.
    func write(_ db: Database, over old: SentWatermark) throws {
        if present != old.present { try Meta.set(db, .sentThrough, present) }
        if backfill != old.backfill { try Meta.set(db, .sentBackfillThrough, backfill) }
        guard inFlight != old.inFlight else { return }
        let places = inFlight.sorted().map { String($0) }.joined(separator: ",")
        try Meta.set(db, .inFlight, places)
    }

    /// Leaves out what is not in the queue any more: no answer to it matters.
    func existing(_ db: Database) throws -> SentWatermark {
        let statement = try PreparedStatement(db, "SELECT 1 FROM mutation WHERE seq = ?")
        var mark = self
        mark.inFlight = try inFlight.filter { place in
            statement.bind(1, place)
            return try statement.firstRow { _ in true } ?? false
        }
        return mark
    }

    /// How many of what was sent and not answered wait.
    func countInFlight(_ db: Database) throws -> Int {
        let statement = try PreparedStatement(
            db,
            "SELECT 1 FROM mutation WHERE seq = ? AND state = 0"
        )
        return try inFlight.count { place in
            statement.bind(1, place)
            return try statement.firstRow { _ in true } ?? false
        }
    }

    private func replacedAndUnsent(_ db: Database) throws -> Set<Int64> {
        let statement = try PreparedStatement(
            db,
            """
            SELECT seq FROM mutation
            WHERE state = 0 AND attempts = 0 AND seq <= CASE is_backfill WHEN 0 THEN ? ELSE ? END
            """
        )
        statement.bind(1, present)
        statement.bind(2, backfill)
        var places: Set<Int64> = []
        try statement.forEachRow { places.insert($0.int(0)) }
        return places
    }
}

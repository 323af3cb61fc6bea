import GRDB
import TrendySQLite

extension SentWatermark {
    /// Reads the stored watermark.
    init(_ db: Database) throws {
        self.init(
            regular: try Meta.integer(db, .sentThrough) ?? 0,
            backfill: try Meta.integer(db, .sentBackfillThrough) ?? 0,
            inFlight: []
        )
        if let sequences = try Meta.string(db, .inFlight) {
            inFlight = Set(sequences.split(separator: ",").compactMap { Int64($0) })
            self = try existing(db)
        } else {
            // A version that stored no mutations in flight wrote the database: all mutations below
            // the watermark may be in flight.
            inFlight = try unattemptedSequences(db)
        }
    }

    /// Stores the values that differ from the stored watermark.
    func write(_ db: Database, over old: SentWatermark) throws {
        if regular != old.regular { try Meta.set(db, .sentThrough, regular) }
        if backfill != old.backfill { try Meta.set(db, .sentBackfillThrough, backfill) }
        guard inFlight != old.inFlight else { return }
        let sequences = inFlight.sorted().map { String($0) }.joined(separator: ",")
        try Meta.set(db, .inFlight, sequences)
    }

    /// The watermark without mutations that are no longer in the queue.
    ///
    /// Their outcome has no effect.
    func existing(_ db: Database) throws -> SentWatermark {
        let statement = try PreparedStatement(db, "SELECT 1 FROM mutation WHERE seq = ?")
        var watermark = self
        watermark.inFlight = try inFlight.filter { sequence in
            statement.bind(1, sequence)
            return try statement.firstRow { _ in true } ?? false
        }
        return watermark
    }

    /// The number of pending mutations in flight.
    func countInFlight(_ db: Database) throws -> Int {
        let statement = try PreparedStatement(
            db,
            "SELECT 1 FROM mutation WHERE seq = ? AND state = 0"
        )
        return try inFlight.count { sequence in
            statement.bind(1, sequence)
            return try statement.firstRow { _ in true } ?? false
        }
    }

    /// The pending mutations below the watermark that have no counted attempt.
    private func unattemptedSequences(_ db: Database) throws -> Set<Int64> {
        let statement = try PreparedStatement(
            db,
            """
            SELECT seq FROM mutation
            WHERE state = 0 AND attempts = 0 AND seq <= CASE is_backfill WHEN 0 THEN ? ELSE ? END
            """
        )
        statement.bind(1, regular)
        statement.bind(2, backfill)
        var sequences: Set<Int64> = []
        try statement.forEachRow { sequences.insert($0.int(0)) }
        return sequences
    }
}

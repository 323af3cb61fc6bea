import GRDB
import TrendySQLite

extension SentMark {
    /// The mark that a file holds.
    init(_ db: Database) throws {
        self.init(
            present: try Meta.integer(db, .sentThrough) ?? 0,
            history: try Meta.integer(db, .sentHistoryThrough) ?? 0,
            unanswered: []
        )
        if let places = try Meta.string(db, .unanswered) {
            unanswered = Set(places.split(separator: ",").compactMap { Int64($0) })
            self = try existing(db)
        } else {
            // Written by a program that kept the marks only: all before them may be on its way.
            unanswered = try coveredAndUntried(db)
        }
    }

    /// Writes what differs from what the file holds.
    func write(_ db: Database, over old: SentMark) throws {
        if present != old.present { try Meta.set(db, .sentThrough, present) }
        if history != old.history { try Meta.set(db, .sentHistoryThrough, history) }
        guard unanswered != old.unanswered else { return }
        let places = unanswered.sorted().map { String($0) }.joined(separator: ",")
        try Meta.set(db, .unanswered, places)
    }

    /// Leaves out what is not in the queue any more: no answer to it matters.
    func existing(_ db: Database) throws -> SentMark {
        let statement = try PreparedStatement(db, "SELECT 1 FROM mutation WHERE seq = ?")
        var mark = self
        mark.unanswered = try unanswered.filter { place in
            statement.bind(1, place)
            return try statement.firstRow { _ in true } ?? false
        }
        return mark
    }

    /// How many of what was sent and not answered wait.
    func countUnanswered(_ db: Database) throws -> Int {
        let statement = try PreparedStatement(
            db,
            "SELECT 1 FROM mutation WHERE seq = ? AND state = 0"
        )
        return try unanswered.count { place in
            statement.bind(1, place)
            return try statement.firstRow { _ in true } ?? false
        }
    }

    private func coveredAndUntried(_ db: Database) throws -> Set<Int64> {
        let statement = try PreparedStatement(
            db,
            """
            SELECT seq FROM mutation
            WHERE state = 0 AND attempts = 0 AND seq <= CASE is_history WHEN 0 THEN ? ELSE ? END
            """
        )
        statement.bind(1, present)
        statement.bind(2, history)
        var places: Set<Int64> = []
        try statement.forEachRow { places.insert($0.int(0)) }
        return places
    }
}

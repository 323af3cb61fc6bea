import GRDB
import TrendyModel
import TrendySQLite

/// Reads and writes the tables of health capture: the state of each category, the inputs of
/// computed days, and rejected samples.
enum HealthRow {
    /// Stores the capture state and the day inputs of a page; unchanged values write nothing.
    static func record(
        _ db: Database,
        _ page: DerivedPage,
        outcome: DerivedOutcome,
        at now: Instant
    ) throws {
        let old = try fetch(db, page.category)
        var new = old ?? HealthState()
        if let anchor = page.anchor { new.anchor = anchor }
        if let backfill = page.backfill { new.backfill = backfill }
        if let types = page.types { new.types = types }
        if outcome.created + outcome.updated + outcome.deleted > 0 { new.changedAt = now }
        // Results in the future come from a wrong clock.
        let newest = page.results.filter { $0.event.timestamp <= now }
            .compactMap { $0.event.evidence?.newest }.max()
        new.newest = [new.newest, newest].compactMap(\.self).max().map { min($0, now) }
        if new != old { try store(db, page.category, new) }
        try storeSamples(db, page.category, page.samples)
    }

    private static let columns = """
        anchor, backfill, backfill_days, backfill_since, changed_at, newest, rescan_cursor,
        failure, failed_at, is_enabled, notifies, event_type_id, types, readable_from, refusal
        """

    /// The value of `is_enabled` while the person has not chosen.
    private static let notChosen: Int64 = 2

    static func fetch(_ db: Database, _ category: String) throws -> HealthState? {
        let statement = try PreparedStatement(
            db,
            "SELECT \(columns) FROM health_category WHERE category = ?"
        )
        statement.bind(1, category)
        return try statement.firstRow { state($0) }
    }

    /// The stored states of all categories.
    static func fetchAll(_ db: Database) throws -> [String: HealthState] {
        let statement = try PreparedStatement(
            db,
            "SELECT \(columns), category FROM health_category"
        )
        var states: [String: HealthState] = [:]
        try statement.forEachRow { row in
            if let category = row.string(15) { states[category] = state(row) }
        }
        return states
    }

    private static func state(_ row: PreparedRow) -> HealthState {
        var state = HealthState()
        state.anchor = row.isNull(0) ? nil : row.bytes(0)
        state.backfill = row.isNull(1) ? [] : dayRanges(row.bytes(1))
        state.backfillDays = Int(row.int(2))
        state.backfillSince = row.optionalInstant(3)
        state.changedAt = row.optionalInstant(4)
        state.newest = row.optionalInstant(5)
        state.rescanCursor = row.optionalInt(6).map { CalendarDay(daysSinceEpoch: Int($0)) }
        state.failure = row.string(7).map(FailureReason.init(stored:))
        state.failedAt = row.optionalInstant(8)
        state.settings.isEnabled = row.int(9) == notChosen ? nil : row.int(9) != 0
        state.settings.notifies = row.int(10) != 0
        state.settings.eventTypeID = row.optionalID(11)
        state.types = UInt64(bitPattern: row.int(12))
        state.readableFrom = row.optionalInstant(13)
        state.refusal = row.string(14).map(FailureReason.init(stored:))
        return state
    }

    static func store(_ db: Database, _ category: String, _ state: HealthState) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO health_category (category, anchor, backfill, backfill_days,
                backfill_since, changed_at, newest, rescan_cursor, failure, failed_at, is_enabled,
                notifies, event_type_id, types, readable_from, refusal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, category)
        if let anchor = state.anchor { statement.bind(2, bytes: anchor) }
        if !state.backfill.isEmpty { statement.bind(3, bytes: bytes(of: state.backfill)) }
        statement.bind(4, Int64(state.backfillDays))
        statement.bind(5, state.backfillSince)
        statement.bind(6, state.changedAt)
        statement.bind(7, state.newest)
        statement.bind(8, state.rescanCursor.map { Int64($0.daysSinceEpoch) })
        statement.bind(9, state.failure?.stored)
        statement.bind(10, state.failedAt)
        statement.bind(11, state.settings.isEnabled.map { $0 ? 1 : 0 } ?? notChosen)
        statement.bind(12, Int64(state.settings.notifies ? 1 : 0))
        statement.bind(13, state.settings.eventTypeID)
        statement.bind(14, Int64(bitPattern: state.types))
        statement.bind(15, state.readableFrom)
        statement.bind(16, state.refusal?.stored)
        try statement.run()
    }

    /// The number of rejected samples by category and reason.
    static func rejections(_ db: Database) throws -> [String: [String: Int]] {
        let statement = try PreparedStatement(
            db,
            "SELECT category, reason, count(*) FROM rejected_sample GROUP BY category, reason"
        )
        var counts: [String: [String: Int]] = [:]
        try statement.forEachRow { row in
            guard let category = row.string(0), let reason = row.string(1) else { return }
            counts[category, default: [:]][reason] = Int(row.int(2))
        }
        return counts
    }

    /// The number of rejected samples of a category by reason.
    static func rejections(_ db: Database, _ category: String) throws -> [String: Int] {
        let statement = try PreparedStatement(
            db,
            "SELECT reason, count(*) FROM rejected_sample WHERE category = ? GROUP BY reason"
        )
        statement.bind(1, category)
        var counts: [String: Int] = [:]
        try statement.forEachRow { row in
            if let reason = row.string(0) { counts[reason] = Int(row.int(1)) }
        }
        return counts
    }

    /// The rejections that are not stored with the same reason, by sample fingerprint.
    static func newRejections(
        _ db: Database,
        _ category: String,
        among rejections: [UInt32: String]
    ) throws -> [UInt32: String] {
        let statement = try PreparedStatement(
            db,
            "SELECT reason FROM rejected_sample WHERE category = ? AND fingerprint = ?"
        )
        return try rejections.filter { fingerprint, reason in
            statement.bind(1, category)
            statement.bind(2, Int64(fingerprint))
            return try statement.firstRow { $0.string(0) } != reason
        }
    }

    /// Stores rejected samples, and removes deleted ones.
    ///
    /// - `rejections`: the reasons by sample fingerprint.
    /// - `removed`: the fingerprints of deleted samples.
    /// - `stored`: the number of rejected samples that are stored for the category.
    static func record(
        _ db: Database,
        _ category: String,
        rejections: [UInt32: String],
        removed: Set<UInt32>,
        stored: Int
    ) throws {
        let delete = try PreparedStatement(
            db,
            "DELETE FROM rejected_sample WHERE category = ? AND fingerprint = ?"
        )
        for fingerprint in removed.sorted() {
            delete.bind(1, category)
            delete.bind(2, Int64(fingerprint))
            try delete.run()
        }
        let insert = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO rejected_sample (category, fingerprint, reason) VALUES (?, ?, ?)
            """
        )
        for (fingerprint, reason) in rejections.sorted(by: { $0.key < $1.key })
            .prefix(max(0, HealthRecords.maximumSampleRejections - stored))
        {
            insert.bind(1, category)
            insert.bind(2, Int64(fingerprint))
            insert.bind(3, reason)
            try insert.run()
        }
    }

    /// The inputs from which days were last computed, by day.
    static func samples(
        _ db: Database,
        _ category: String,
        _ days: ClosedRange<CalendarDay>
    ) throws -> [CalendarDay: DaySamples] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT day, input_hash, samples, deleted FROM health_day
            WHERE category = ? AND day BETWEEN ? AND ?
            """
        )
        statement.bind(1, category)
        statement.bind(2, Int64(days.lowerBound.daysSinceEpoch))
        statement.bind(3, Int64(days.upperBound.daysSinceEpoch))
        var found: [CalendarDay: DaySamples] = [:]
        try statement.forEachRow { row in
            let day = CalendarDay(daysSinceEpoch: Int(row.int(0)))
            found[day] = DaySamples(
                day: day,
                inputHash: row.bytes(1),
                samples: numbers(row.bytes(2)),
                deletedCount: Int(row.int(3))
            )
        }
        return found
    }

    /// The oldest and the newest computed day with samples; `nil` when there is none.
    static func bounds(
        _ db: Database,
        _ category: String
    ) throws -> ClosedRange<CalendarDay>? {
        let statement = try PreparedStatement(
            db,
            "SELECT min(day), max(day) FROM health_day WHERE category = ? AND samples <> x''"
        )
        statement.bind(1, category)
        let bounds = try statement.firstRow { ($0.optionalInt(0), $0.optionalInt(1)) }
        guard case (let first?, let last?)? = bounds else { return nil }
        return CalendarDay(daysSinceEpoch: Int(first))...CalendarDay(daysSinceEpoch: Int(last))
    }

    /// The newest computed day with samples that is not after `last`; `nil` when there is none.
    static func day(
        _ db: Database,
        _ category: String,
        atOrBefore last: CalendarDay
    ) throws -> CalendarDay? {
        let statement = try PreparedStatement(
            db,
            """
            SELECT day FROM health_day WHERE category = ? AND day <= ? AND samples <> x''
            ORDER BY day DESC LIMIT 1
            """
        )
        statement.bind(1, category)
        statement.bind(2, Int64(last.daysSinceEpoch))
        return try statement.firstRow { CalendarDay(daysSinceEpoch: Int($0.int(0))) }
    }

    /// The days that were computed from any sample whose fingerprint matches, in order.
    ///
    /// Fingerprints may collide, so the result may contain other days too.
    static func days(
        _ db: Database,
        _ category: String,
        where matches: (UInt32) -> Bool
    ) throws -> [CalendarDay] {
        let statement = try PreparedStatement(
            db,
            "SELECT day, samples FROM health_day WHERE category = ? ORDER BY day"
        )
        statement.bind(1, category)
        var days: [CalendarDay] = []
        try statement.forEachRow { row in
            guard numbers(row.bytes(1)).contains(where: matches) else { return }
            days.append(CalendarDay(daysSinceEpoch: Int(row.int(0))))
        }
        return days
    }

    /// Stores the inputs of days; a day without samples and deletions is removed.
    private static func storeSamples(
        _ db: Database,
        _ category: String,
        _ days: [DaySamples]
    ) throws {
        guard let first = days.map(\.day).min(), let last = days.map(\.day).max() else { return }
        let old = try samples(db, category, first...last)
        let insert = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO health_day (category, day, input_hash, samples, deleted)
            VALUES (?, ?, ?, ?, ?)
            """
        )
        let delete = try PreparedStatement(
            db,
            "DELETE FROM health_day WHERE category = ? AND day = ?"
        )
        for day in days where old[day.day] != day {
            if day.samples.isEmpty, day.deletedCount == 0 {
                guard old[day.day] != nil else { continue }
                delete.bind(1, category)
                delete.bind(2, Int64(day.day.daysSinceEpoch))
                try delete.run()
            } else {
                insert.bind(1, category)
                insert.bind(2, Int64(day.day.daysSinceEpoch))
                insert.bind(3, bytes: day.inputHash)
                insert.bind(4, bytes: day.samples.flatMap(bytes(of:)))
                insert.bind(5, Int64(day.deletedCount))
                try insert.run()
            }
        }
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func numbers(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count - 3, by: 4).map { (index: Int) -> UInt32 in
            // Statements of their own, because the compiler needs seconds for one expression.
            var number: UInt32 = 0
            for offset in 0..<4 {
                let byte = UInt32(bytes[index + offset])
                number |= byte << UInt32(8 * offset)
            }
            return number
        }
    }

    private static func bytes(of ranges: [ClosedRange<CalendarDay>]) -> [UInt8] {
        ranges.flatMap { (range: ClosedRange<CalendarDay>) -> [UInt8] in
            bytes(of: range.lowerBound) + bytes(of: range.upperBound)
        }
    }

    private static func bytes(of day: CalendarDay) -> [UInt8] {
        bytes(of: UInt32(bitPattern: Int32(truncatingIfNeeded: day.daysSinceEpoch)))
    }

    private static func dayRanges(_ bytes: [UInt8]) -> [ClosedRange<CalendarDay>] {
        let days = numbers(bytes).map { (number: UInt32) -> CalendarDay in
            CalendarDay(daysSinceEpoch: Int(Int32(bitPattern: number)))
        }
        return stride(from: 0, to: days.count - 1, by: 2).compactMap {
            (index: Int) -> ClosedRange<CalendarDay>? in
            let (first, last) = (days[index], days[index + 1])
            return first <= last ? first...last : nil
        }
    }
}

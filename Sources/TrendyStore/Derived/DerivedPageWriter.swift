import Crypto
import GRDB
import TrendyModel
import TrendySQLite

/// Stores one page of derived results.
struct DerivedPageWriter {
    /// The fields that only the person edits.
    static let personalFields = ["notes", "location_name"]
    /// The hash of a result that this device withdrew.
    static let withdrawn: [UInt8] = []

    /// This device's last stored result of an event.
    struct StoredResult {
        var hash: [UInt8]
        var evidence: Evidence
    }

    /// The age from which an event counts as backfill; capture recomputes the same number of days.
    static let backfillAge = Duration.seconds(7 * 86_400)
    /// The maximum age of an event in ``DerivedOutcome/recent``.
    static let recentAge = Duration.seconds(86_400)

    var writer: LocalWriter
    var page: DerivedPage
    var outcome = DerivedOutcome()
    /// The mutations of created events, which are inserted after all events.
    ///
    /// The ids of events are random. One table at a time, a page needs only the index of that table
    /// in SQLite's page cache.
    private var created: [StoredMutation] = []
    /// The rows of `derived` to store after the mutations.
    private var unstoredRows: [Row] = []

    /// A row of the table `derived`.
    private struct Row {
        var id: EntityID
        var day: CalendarDay
        var result: StoredResult
    }

    init(writer: LocalWriter, page: DerivedPage) {
        self.writer = writer
        self.page = page
    }

    private var db: Database { writer.db }

    mutating func apply() throws {
        var computed: Set<EntityID> = []
        var deletedTypes: Set<EntityID> = []
        for type in page.eventTypes {
            if let row = try EntityRow.fetch(db, id: type.id) {
                if row.entity.deletedAt != nil { deletedTypes.insert(type.id) }
            } else if !page.results.isEmpty {
                try writer.create(
                    kind: .eventType,
                    id: type.id,
                    content: type.eventType.document.json
                )
            }
        }
        var unstored: Set<CalendarDay> = []
        let known = try fetchStoredResults()
        for result in page.results {
            let isRepeated = !computed.insert(result.id).inserted
            if isRepeated { try storeRows() }
            if deletedTypes.contains(result.event.eventTypeID) {
                // The person deleted the type, so its events are not created again.
                outcome.skipped += 1
                unstored.insert(result.day)
            } else {
                let stored = try isRepeated ? fetchStoredResult(result.id) : known[result.id]
                try store(result, since: stored)
            }
        }
        try storeRows()
        markNotStored(unstored)
        if page.isAuthoritative { try withdrawResults(except: computed) }
    }

    /// Marks days to be recomputed, so that their results are stored once the type is used again.
    private mutating func markNotStored(_ days: Set<CalendarDay>) {
        for index in page.samples.indices where days.contains(page.samples[index].day) {
            page.samples[index].inputHash = DaySamples.notStored
        }
    }

    private mutating func store(_ result: DerivedResult, since stored: StoredResult?) throws {
        writer.isBackfill = result.event.timestamp < writer.now - Self.backfillAge
        let document = result.event.document
        let evidence =
            result.event.evidence
            ?? Evidence(sampleCount: 0, newest: Instant(milliseconds: 0))
        let content = document.json
        let hash = Self.hash(document, content)
        if let stored, stored.hash == hash {
            outcome.unchanged += 1
            return
        }
        if !page.isAuthoritative, let stored, evidence < stored.evidence {
            outcome.skipped += 1
            return
        }
        try writeEvent(
            of: result,
            document: document,
            content: content,
            evidence: evidence,
            stored: stored
        )
        unstoredRows.append(
            Row(
                id: result.id,
                day: result.day,
                result: StoredResult(hash: hash, evidence: evidence)
            )
        )
    }

    /// Stores the collected mutations and rows.
    private mutating func storeRows() throws {
        for mutation in created { try MutationRow.insert(db, mutation) }
        created = []
        for row in unstoredRows.sorted(by: { $0.id < $1.id }) { try store(row) }
        unstoredRows = []
    }

    /// Creates or updates the event of a result.
    private mutating func writeEvent(
        of result: DerivedResult,
        document: Document,
        content: RawJSON,
        evidence: Evidence,
        stored: StoredResult?
    ) throws {
        let row = try EntityRow.fetch(db, id: result.id)
        guard let row, row.entity.deletedAt == nil else {
            // A deleted event stays deleted, unless this device withdrew it.
            let isNew = row == nil && stored == nil
            guard isNew || stored?.hash == Self.withdrawn else {
                outcome.skipped += 1
                return
            }
            outcome.created += 1
            let end = result.event.endDate ?? result.event.timestamp
            if end > writer.now - Self.recentAge { outcome.recent.append(result.id) }
            guard isNew else {
                return try writer.create(kind: .event, id: result.id, content: content)
            }
            created.append(try writer.insert(kind: .event, id: result.id, content: content))
            return
        }
        let current = try row.entity.document()
        let isOwn = stored.map { $0.hash == Self.hash(current) } ?? false
        let currentEvidence = current["evidence"].flatMap { Evidence(json: $0) }
        if !isOwn, let currentEvidence, evidence < currentEvidence {
            outcome.skipped += 1
            return
        }
        var change = document.changes(from: current)
        for name in Self.personalFields { change[name] = nil }
        if change.isEmpty {
            outcome.unchanged += 1
        } else {
            outcome.updated += 1
            try writer.update(row, change: change)
        }
    }

    /// Withdraws this device's results of the page's days that were not computed again.
    private mutating func withdrawResults(except computed: Set<EntityID>) throws {
        guard let first = page.days.first, let last = page.days.last else { return }
        let statement = try PreparedStatement(
            db,
            "SELECT id, hash, day FROM derived WHERE category = ? AND day BETWEEN ? AND ?"
        )
        statement.bind(1, page.category)
        statement.bind(2, Int64(first.lowerBound.daysSinceEpoch))
        statement.bind(3, Int64(last.upperBound.daysSinceEpoch))
        var obsolete: [(id: EntityID, hash: [UInt8], day: Int)] = []
        try statement.forEachRow { row in
            let id = try row.id(0)
            let hash = row.bytes(1)
            let day = Int(row.int(2))
            guard !computed.contains(id), hash != Self.withdrawn,
                page.days.contains(where: { $0.contains(CalendarDay(daysSinceEpoch: day)) })
            else { return }
            obsolete.append((id, hash, day))
        }
        guard !obsolete.isEmpty else { return }
        let samples = Dictionary(
            page.samples.map { ($0.day.daysSinceEpoch, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for (id, hash, day) in obsolete {
            let row = try EntityRow.fetch(db, id: id)
            if isRetained(row, on: day) { continue }
            if let row, row.entity.deletedAt == nil,
                try canWithdraw(row.entity.document(), hash, samples[day])
            {
                try logPersonalFields(of: row)
                try writer.delete(row)
                outcome.deleted += 1
            }
            let update = try PreparedStatement(db, "UPDATE derived SET hash = x'' WHERE id = ?")
            update.bind(1, id)
            try update.run()
        }
    }

    /// Adds the content of an event with personal fields to the conflict log, because a later
    /// computation cannot restore them.
    private func logPersonalFields(of row: EntityRow) throws {
        let document = try row.entity.document()
        guard Self.personalFields.contains(where: { document[$0] != nil }) else { return }
        let loss = Resolution.Loss(
            field: Resolution.Loss.fullEntity,
            base: row.base,
            local: row.entity.content,
            remote: nil,
            isLocalWinner: false
        )
        try ConflictLog.append(
            db,
            losses: [loss],
            entityID: row.entity.id,
            kind: row.entity.kind,
            at: writer.now
        )
    }

    /// Whether a result may be computed from unreadable samples.
    private func isRetained(_ row: EntityRow?, on day: Int) -> Bool {
        guard let end = page.retainedBefore[CalendarDay(daysSinceEpoch: day)] else { return false }
        // Without a readable event, its time is unknown.
        guard let row, row.entity.deletedAt == nil,
            let event = try? Event(document: row.entity.document())
        else { return true }
        return event.timestamp < end
    }

    /// Whether the event is this device's own result, or all of its samples are known to be
    /// deleted.
    private func canWithdraw(
        _ current: Document,
        _ hash: [UInt8],
        _ day: DaySamples?
    ) -> Bool {
        if Self.hash(current) == hash { return true }
        guard let day, day.samples.isEmpty,
            let evidence = current["evidence"].flatMap({ Evidence(json: $0) })
        else { return false }
        let deletions = Evidence(
            sampleCount: 0,
            deletedCount: Int64(day.deletedCount),
            newest: Instant(milliseconds: 0)
        )
        return evidence < deletions
    }

    /// The stored results of the page's events, read in the order of their ids.
    private func fetchStoredResults() throws -> [EntityID: StoredResult] {
        var found: [EntityID: StoredResult] = [:]
        for id in page.results.map(\.id).sorted() {
            if let stored = try fetchStoredResult(id) { found[id] = stored }
        }
        return found
    }

    private func fetchStoredResult(_ id: EntityID) throws -> StoredResult? {
        let statement = try PreparedStatement(
            db,
            "SELECT hash, samples, newest, deleted FROM derived WHERE id = ?"
        )
        statement.bind(1, id)
        return try statement.firstRow { row in
            StoredResult(
                hash: row.bytes(0),
                evidence: Evidence(
                    sampleCount: row.int(1),
                    deletedCount: row.int(3),
                    newest: row.instant(2)
                )
            )
        }
    }

    private func store(_ row: Row) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO derived (id, category, day, hash, samples, newest, deleted)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, row.id)
        statement.bind(2, page.category)
        statement.bind(3, Int64(row.day.daysSinceEpoch))
        statement.bind(4, bytes: row.result.hash)
        statement.bind(5, row.result.evidence.sampleCount)
        statement.bind(6, row.result.evidence.newest)
        statement.bind(7, row.result.evidence.deletedCount)
        try statement.run()
    }

    /// The first 16 bytes of the SHA-256 of the fields that capture computes.
    static func hash(_ document: Document) -> [UInt8] {
        hash(document, document.json)
    }

    /// The same hash when the document's JSON is known, which usually needs no copy without the
    /// person's fields.
    private static func hash(_ document: Document, _ json: RawJSON) -> [UInt8] {
        var json = json
        if personalFields.contains(where: { document[$0] != nil }) {
            var document = document
            for name in personalFields { document[name] = nil }
            json = document.json
        }
        return Array(SHA256.hash(data: json.utf8).prefix(16))
    }
}

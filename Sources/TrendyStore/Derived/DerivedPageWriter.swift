import Crypto
import GRDB
import TrendyModel
import TrendySQLite

/// Stores one page of derived results.
struct DerivedPageWriter {
    /// Fields that are a person's, whoever made the event.
    static let personalFields = ["notes", "location_name"]
    /// The hash of a result that this device took back.
    static let withdrawn: [UInt8] = []

    struct Last {
        var hash: [UInt8]
        var evidence: Evidence
    }

    /// How old an event is that counts as history; capture goes over as many days again.
    static let presentDays = Duration.seconds(7 * 86_400)
    /// How long an event is news.
    static let changeAge = Duration.seconds(86_400)

    var writer: LocalWriter
    var page: DerivedPage
    var outcome = DerivedOutcome()

    private var db: Database { writer.db }

    mutating func apply() throws {
        var kept: Set<EntityID> = []
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
        for result in page.results {
            kept.insert(result.id)
            if deletedTypes.contains(result.event.eventTypeID) {
                // The person does not want this type; nothing of it comes back by itself.
                outcome.kept += 1
                unstored.insert(result.day)
            } else {
                try store(result)
            }
        }
        leaveReverted(unstored)
        if page.isAuthoritative { try withdrawResults(except: kept) }
    }

    /// Keeps days from being taken for computed: their results are stored once the type is used
    /// again.
    private mutating func leaveReverted(_ days: Set<CalendarDay>) {
        for index in page.samples.indices where days.contains(page.samples[index].day) {
            page.samples[index].inputHash = DaySamples.undone
        }
    }

    private mutating func store(_ result: DerivedResult) throws {
        writer.isBackfill = result.event.timestamp < writer.now - Self.presentDays
        let document = result.event.document
        let evidence =
            result.event.evidence
            ?? Evidence(sampleCount: 0, newest: Instant(milliseconds: 0))
        let hash = Self.hash(document)
        let last = try fetchLast(result.id)
        if let last, last.hash == hash {
            outcome.unchanged += 1
            return
        }
        if !page.isAuthoritative, let last, evidence < last.evidence {
            outcome.kept += 1
            return
        }
        try place(result, document: document, evidence: evidence, last: last)
        try remember(result, hash: hash, evidence: evidence)
    }

    private mutating func place(
        _ result: DerivedResult,
        document: Document,
        evidence: Evidence,
        last: Last?
    ) throws {
        let row = try EntityRow.fetch(db, id: result.id)
        guard let row, row.entity.deletedAt == nil else {
            // What is gone stays gone, unless nobody ever had it or this device took it back.
            let isNew = row == nil && last == nil
            guard isNew || last?.hash == Self.withdrawn else {
                outcome.kept += 1
                return
            }
            outcome.created += 1
            let end = result.event.endDate ?? result.event.timestamp
            if end > writer.now - Self.changeAge { outcome.recent.append(result.id) }
            return try writer.create(kind: .event, id: result.id, content: document.json)
        }
        let current = try row.entity.document()
        let isOwn = last.map { $0.hash == Self.hash(current) } ?? false
        let currentEvidence = current["evidence"].flatMap { Evidence(json: $0) }
        if !isOwn, let currentEvidence, evidence < currentEvidence {
            outcome.kept += 1
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

    /// Takes back this device's results of the page's days that were not computed again.
    private mutating func withdrawResults(except kept: Set<EntityID>) throws {
        let statement = try PreparedStatement(
            db,
            "SELECT id, hash, day FROM derived WHERE category = ? AND day BETWEEN ? AND ?"
        )
        statement.bind(1, page.category)
        statement.bind(2, Int64(page.days.lowerBound.daysSinceEpoch))
        statement.bind(3, Int64(page.days.upperBound.daysSinceEpoch))
        var gone: [(id: EntityID, hash: [UInt8], day: Int)] = []
        try statement.forEachRow { row in
            let id = try row.id(0)
            let hash = row.bytes(1)
            let day = Int(row.int(2))
            guard !kept.contains(id), hash != Self.withdrawn else { return }
            gone.append((id, hash, day))
        }
        guard !gone.isEmpty else { return }
        let known = Dictionary(
            page.samples.map { ($0.day.daysSinceEpoch, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for (id, hash, day) in gone {
            let row = try EntityRow.fetch(db, id: id)
            if isKept(row, on: day) { continue }
            if let row, row.entity.deletedAt == nil,
                try canWithdraw(row.entity.document(), hash, knowing: known[day])
            {
                try keepNotes(of: row)
                try writer.delete(row)
                outcome.deleted += 1
            }
            let update = try PreparedStatement(db, "UPDATE derived SET hash = x'' WHERE id = ?")
            update.bind(1, id)
            try update.run()
        }
    }

    /// Keeps what a person wrote on a result that is taken back: it cannot be computed again.
    private func keepNotes(of row: EntityRow) throws {
        let document = try row.entity.document()
        guard Self.personalFields.contains(where: { document[$0] != nil }) else { return }
        let whole = Resolution.Loss(
            field: Resolution.Loss.fullEntity,
            base: row.base,
            local: row.entity.content,
            remote: nil,
            isLocalWinner: false
        )
        try ConflictLog.append(
            db,
            losses: [whole],
            entityID: row.entity.id,
            kind: row.entity.kind,
            at: writer.now
        )
    }

    /// Whether a result may be of samples that are withheld.
    private func isKept(_ row: EntityRow?, on day: Int) -> Bool {
        guard let end = page.retainedBefore[CalendarDay(daysSinceEpoch: day)] else { return false }
        // What is deleted, or cannot be read, tells no time.
        guard let row, row.entity.deletedAt == nil,
            let event = try? Event(document: row.entity.document())
        else { return true }
        return event.timestamp < end
    }

    /// Whether what stands there is this device's own, or all its samples are known to be deleted.
    private func canWithdraw(
        _ current: Document,
        _ hash: [UInt8],
        knowing day: DaySamples?
    ) -> Bool {
        if Self.hash(current) == hash { return true }
        guard let day, day.samples.isEmpty,
            let evidence = current["evidence"].flatMap({ Evidence(json: $0) })
        else { return false }
        let known = Evidence(
            sampleCount: 0,
            deletedCount: Int64(day.deletedCount),
            newest: Instant(milliseconds: 0)
        )
        return evidence < known
    }

    private func fetchLast(_ id: EntityID) throws -> Last? {
        let statement = try PreparedStatement(
            db,
            "SELECT hash, samples, newest, deleted FROM derived WHERE id = ?"
        )
        statement.bind(1, id)
        return try statement.firstRow { row in
            Last(
                hash: row.bytes(0),
                evidence: Evidence(
                    sampleCount: row.int(1),
                    deletedCount: row.int(3),
                    newest: row.instant(2)
                )
            )
        }
    }

    private func remember(_ result: DerivedResult, hash: [UInt8], evidence: Evidence) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO derived (id, category, day, hash, samples, newest, deleted)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, result.id)
        statement.bind(2, page.category)
        statement.bind(3, Int64(result.day.daysSinceEpoch))
        statement.bind(4, bytes: hash)
        statement.bind(5, evidence.sampleCount)
        statement.bind(6, evidence.newest)
        statement.bind(7, evidence.deletedCount)
        try statement.run()
    }

    /// The first 16 bytes of SHA-256 over what capture alone decides.
    private static func hash(_ document: Document) -> [UInt8] {
        var document = document
        for name in personalFields { document[name] = nil }
        return Array(SHA256.hash(data: document.json.utf8).prefix(16))
    }
}

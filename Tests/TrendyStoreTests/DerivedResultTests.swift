import Testing
import TrendyModel
import TrendyStore

@Suite("Derived results")
struct DerivedResultTests {
    private let fixture: StoreFixture
    private let store: DeviceStore
    private let type = EntityID.derived(kind: "event_type", naturalKey: "steps")
    private let id = EntityID.derived(kind: "event", naturalKey: "steps/20000")
    private let day = CalendarDay(daysSinceEpoch: 20_000)

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// A result of some samples.
    private func event(at time: Instant? = nil, samples: Int64 = 3) -> Event {
        var event = Event(
            eventTypeID: type,
            timestamp: time ?? fixture.clock.now(),
            sourceType: .healthKit
        )
        event.naturalKey = "steps/20000"
        event.evidence = Evidence(sampleCount: samples, newest: event.timestamp)
        return event
    }

    /// Stores the result of the day, or that the day has none.
    private func capture(
        _ event: Event?,
        deletedCount: Int = 0,
        isAuthoritative: Bool = true,
        retainedBefore: Instant? = nil
    ) async throws -> DerivedOutcome {
        let samples = DaySamples(
            day: day,
            inputHash: [1],
            samples: event == nil ? [] : [1, 2, 3],
            deletedCount: deletedCount
        )
        var page = DerivedPage(
            category: "steps",
            days: [day...day],
            eventTypes: [DerivedEventType(id: type, eventType: EventType(name: "Steps"))],
            results: [event].compactMap(\.self).map { DerivedResult(id: id, day: day, event: $0) },
            samples: [samples],
            isAuthoritative: isAuthoritative
        )
        page.retainedBefore[day] = retainedBefore
        return try await store.write { [page] in try $0.health.apply(page) }
    }

    /// An entity of another device.
    private func remote(_ id: EntityID, _ kind: EntityKind, _ content: RawJSON) -> Entity {
        let now = fixture.clock.now()
        return Entity(
            kind: kind,
            id: id,
            version: 3,
            createdAt: now,
            updatedAt: now,
            content: content
        )
    }

    @Test("The results of days between those of a page are kept")
    func skippedDay() async throws {
        _ = try await capture(event())
        let (before, after) = (day.advanced(by: -1), day.advanced(by: 1))
        var page = DerivedPage(
            category: "steps",
            days: [before...before, after...after],
            eventTypes: [],
            results: []
        )

        let skipped = try await store.write { [page] in try $0.health.apply(page) }
        page.days = [before...before, day...after]
        let withdrawn = try await store.write { [page] in try $0.health.apply(page) }

        #expect(skipped.deleted == 0)
        #expect(withdrawn.deleted == 1)
    }

    @Test("The second result of an event in a page replaces the first")
    func repeatedResult() async throws {
        let (first, second) = (event(samples: 3), event(samples: 4))
        let page = DerivedPage(
            category: "steps",
            days: [day...day],
            eventTypes: [DerivedEventType(id: type, eventType: EventType(name: "Steps"))],
            results: [first, second].map { DerivedResult(id: id, day: day, event: $0) }
        )

        let outcome = try await store.write { try $0.health.apply(page) }

        #expect(outcome.created == 1)
        #expect(outcome.updated == 1)
        let stored = try await store.read { try $0.entities.fetch(id: id) }
        #expect(stored?.content == second.document.json)
        let again = try await store.write { try $0.health.apply(page) }
        #expect(again.updated == 2)
        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 2)
    }

    @Test("A result that another device has stored already is unchanged and sends nothing")
    func sameAsOther() async throws {
        try await store.pull(
            remote(type, .eventType, EventType(name: "Steps").document.json),
            remote(id, .event, event().document.json)
        )

        let outcome = try await capture(event())

        var expected = DerivedOutcome()
        expected.unchanged = 1
        #expect(outcome == expected)
        #expect(try await store.status().pending == 0)
        #expect(try await capture(event()) == expected)
    }

    @Test("A withdrawn event that the person restores stays, whatever is deleted later")
    func restoredAfterWithdrawal() async throws {
        #expect(try await capture(event()).created == 1)
        var patch = EventPatch()
        patch.notes = .set("a good day")
        try await store.write { [patch] in try $0.entities.update(id: id, change: patch.change) }
        #expect(try await capture(nil, deletedCount: 3).deleted == 1)
        #expect(try await store.entity(id) == nil)

        let entry = try #require(try await store.read { try $0.conflicts.open() }.first)
        #expect(entry.kind == .event && entry.loss.field == Resolution.Loss.fullEntity)
        try await store.write { try $0.conflicts.restore(entry.id) }
        let outcome = try await capture(nil, deletedCount: 5)

        #expect(outcome.deleted == 0)
        #expect(try await store.entity(id)?.document()["notes"]?.string == "a good day")
    }

    @Test("A recomputed result keeps what the person wrote", arguments: ["notes", "location_name"])
    func personalField(_ field: String) async throws {
        _ = try await capture(event())
        try await store.write {
            try $0.entities.update(
                id: id,
                change: Document([.init(name: field, value: RawJSON("at home"))])
            )
        }

        var changed = event(samples: 4)
        changed.endDate = changed.timestamp + .seconds(60)
        let outcome = try await capture(changed)

        #expect(outcome.updated == 1)
        let stored = try #require(try await store.entity(id)).document()
        #expect(stored[field]?.string == "at home")
        #expect(try Event(document: stored).endDate == changed.endDate)
    }

    @Test("A withdrawn event is created again when its samples return")
    func returned() async throws {
        _ = try await capture(event())
        #expect(try await capture(nil, deletedCount: 3).deleted == 1)

        #expect(try await capture(event()).created == 1)

        #expect(try await store.entity(id) != nil)
    }

    @Test("Another device's result is replaced unless it has more evidence", arguments: 2...4)
    func otherResult(samples: Int64) async throws {
        var other = event(samples: samples)
        other.endDate = other.timestamp + .seconds(60)
        try await store.pull(
            remote(type, .eventType, EventType(name: "Steps").document.json),
            remote(id, .event, other.document.json)
        )

        let outcome = try await capture(event())

        #expect(outcome.skipped == (samples > 3 ? 1 : 0))
        #expect(outcome.updated == (samples > 3 ? 0 : 1))
        let kept = try #require(try await store.entity(id)).document()
        #expect(kept == (samples > 3 ? other : event()).document)
    }

    @Test("An older export replaces a result only with at least as much evidence", arguments: 2...4)
    func olderExport(samples: Int64) async throws {
        _ = try await capture(event())
        var older = event(samples: samples)
        older.endDate = older.timestamp + .seconds(60)

        let outcome = try await capture(older, isAuthoritative: false)

        #expect(outcome.skipped == (samples < 3 ? 1 : 0))
        #expect(outcome.updated == (samples < 3 ? 0 : 1))
        let kept = try #require(try await store.entity(id)).document()
        #expect(kept == (samples < 3 ? event() : older).document)
        #expect(try await capture(nil, deletedCount: 9, isAuthoritative: false).deleted == 0)
        #expect(try await store.entity(id) != nil)
    }

    /// Milliseconds from the end of an event to one day ago, and whether it may be notified.
    private static let ends: [(milliseconds: Int64, isRecent: Bool)] = [
        (-1, false), (0, false), (1, true),
    ]

    @Test("A new event is recent if it ended within the last day", arguments: ends)
    func recent(milliseconds: Int64, isRecent: Bool) async throws {
        let dayAgo = fixture.clock.now() - .seconds(86_400)
        var event = event(at: dayAgo - .seconds(3600))
        event.endDate = dayAgo + .milliseconds(milliseconds)

        #expect(try await capture(event).recent == (isRecent ? [id] : []))
    }

    /// Milliseconds from the start of an event to a week ago, and whether it is backfill.
    private static let starts: [(milliseconds: Int64, isBackfill: Bool)] = [
        (-1, true), (0, false), (1, false),
    ]

    @Test("A new event belongs to the backfill if it began more than a week ago", arguments: starts)
    func backfill(milliseconds: Int64, isBackfill: Bool) async throws {
        let weekAgo = fixture.clock.now() - .seconds(7 * 86_400)

        _ = try await capture(event(at: weekAgo + .milliseconds(milliseconds)))

        let queued = try await store.batch()
        #expect(queued.map(\.entityID) == [type, id])
        #expect(queued.map(\.isBackfill) == [false, isBackfill])
    }

    @Test("Results before the readable samples of a day are retained", arguments: [0, 1])
    func retained(milliseconds: Int64) async throws {
        let event = event()
        _ = try await capture(event)

        let readable = event.timestamp + .milliseconds(milliseconds)
        let outcome = try await capture(nil, retainedBefore: readable)

        #expect(outcome.deleted == (milliseconds == 0 ? 1 : 0))
        let isKept = try await store.entity(id) != nil
        #expect(isKept == (milliseconds > 0))
    }

    @Test("An event that the person deleted is not created again")
    func deletedEvent() async throws {
        _ = try await capture(event())
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.delete(id: id) }
        try await store.acceptBatch(version: 2)

        #expect(try await capture(event(samples: 4)).skipped == 1)

        #expect(try await store.entity(id) == nil)
        #expect(try await store.status().pending == 0)
    }

    @Test("The events of a deleted type are not created, and their days are computed again later")
    func deletedType() async throws {
        try await store.pull(remote(type, .eventType, EventType(name: "Steps").document.json))
        try await store.write { try $0.entities.delete(id: type) }
        try await store.acceptBatch(version: 4)

        #expect(try await capture(event()).skipped == 1)

        #expect(try await store.entity(id) == nil)
        let stored = try await store.read { [day] in
            try $0.health.samples(category: "steps", days: day...day)
        }
        #expect(stored[day]?.inputHash == [])
        try await store.write { try $0.entities.create(EventType(name: "Steps"), id: type) }
        #expect(try await capture(event()).created == 1)
    }
}

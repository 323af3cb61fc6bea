import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Backfill priority")
struct PriorityTests {
    private let fixture: StoreFixture
    private let store: DeviceStore
    private let type = EntityID.derived(kind: "event_type", naturalKey: "steps")
    private let category = "steps"

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func id(_ day: Int) -> EntityID {
        .derived(kind: "event", naturalKey: "\(day)")
    }

    /// Stores captured results of past days.
    private func capture(daysAgo: ClosedRange<Int>, steps: Int = 1) async throws {
        let today = fixture.clock.now()
        let results = daysAgo.map { day in
            var event = Event(
                eventTypeID: type,
                timestamp: today - .seconds(Int64(day) * 86_400),
                sourceType: .healthKit
            )
            event.notes = "\(steps)"
            event.evidence = Evidence(sampleCount: Int64(steps), newest: today)
            return DerivedResult(
                id: id(day),
                day: CalendarDay(daysSinceEpoch: 20_000 - day),
                event: event
            )
        }
        _ = try await store.write {
            try $0.health.apply(
                DerivedPage(
                    category: category,
                    days: [
                        CalendarDay(
                            daysSinceEpoch: 20_000 - daysAgo.upperBound
                        )...CalendarDay(daysSinceEpoch: 20_000 - daysAgo.lowerBound)
                    ],
                    eventTypes: [
                        DerivedEventType(id: type, eventType: EventType(name: "Steps"))
                    ],
                    results: results
                )
            )
        }
    }

    private func notes(_ text: String) -> Document {
        var patch = EventPatch()
        patch.notes = .set(text)
        return patch.change
    }

    private func addEvent() async throws -> EntityID {
        try await store.write {
            try $0.entities.create(
                Event(eventTypeID: type, timestamp: fixture.clock.now(), sourceType: .manual)
            )
        }
    }

    @Test("Manual entries precede the backfill, which keeps its share of each batch")
    func overtakes() async throws {
        try await capture(daysAgo: 1...200)
        var manual: [EntityID] = []
        for _ in 0..<40 { manual.append(try await addEvent()) }

        let first = try await store.batch(16)
        // The type, the last week, the manual entries, and two of 16 for the backfill.
        let recent = (1...7).map { id($0) }
        #expect(first.map(\.entityID).prefix(14) == ([type] + recent + manual.prefix(6))[...])
        #expect(first.suffix(2).map(\.isBackfill) == [true, true])

        try await store.complete(first, .accepted(version: 1))
        var batches = 0
        var order: [EntityID] = []
        while case let batch = try await store.batch(16), !batch.isEmpty {
            order += batch.map(\.entityID)
            try await store.complete(batch, .accepted(version: Int64(batches) + 2))
            batches += 1
        }
        #expect(batches == (225 + 15) / 16)
        #expect(Set(order).count == 225)
        #expect(Set(order.prefix(48)).isSuperset(of: manual.dropFirst(6)))
    }

    @Test(
        "A manual edit takes a mutation out of the backfill, but does not overtake a sent one"
    )
    func edited() async throws {
        try await capture(daysAgo: 10...12)
        try await store.complete(try await store.batch(1), .accepted(version: 1))
        try await store.write { try $0.entities.update(id: id(12), change: notes("mine")) }
        let sent = try await store.batch(1)
        #expect(sent.map(\.entityID) == [id(12)])

        let inFlight = MutationBatch(mutations: sent)
        try await store.write { try $0.entities.update(id: id(12), change: notes("mine again")) }
        let next = try await store.write {
            try $0.queue.nextBatch(limit: 10, byteLimit: .max, behind: inFlight)
        }
        #expect(next?.mutations.map(\.entityID) == [id(10), id(11)])
        let last = try await store.batch(10)
        #expect(last.map(\.entityID).filter { $0 == id(12) }.count == 1)
    }

    @Test(
        "A backfill mutation that was never sent is rewritten even after later mutations were sent"
    )
    func coalesced() async throws {
        try await capture(daysAgo: 10...12)
        try await store.complete(try await store.batch(1), .accepted(version: 1))
        _ = try await addEvent()
        let sent = try await store.batch(1)
        #expect(sent.map(\.isBackfill) == [false])

        try await capture(daysAgo: 10...12, steps: 2)

        // One day was in flight since the outcome of the type, so its update is another mutation.
        let status = try await store.read { try $0.queue.status() }
        #expect(status.pending == 4 + 1)
        #expect(status.inFlight == 2)
    }

    @Test("A first mutation that belongs to the backfill and was never sent is rewritten")
    func firstMutation() async throws {
        let now = fixture.clock.now()
        let known = Entity(
            kind: .eventType,
            id: type,
            version: 1,
            createdAt: now,
            updatedAt: now,
            content: EventType(name: "Steps").document.json
        )
        try await store.pull(known)

        try await capture(daysAgo: 10...10)
        try await capture(daysAgo: 10...10, steps: 2)

        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["create"])
        #expect(queued.map(\.isBackfill) == [true])
    }

    @Test(
        "With a database that does not list mutations in flight, those sent once are in flight",
        arguments: [false, true]
    )
    func olderDatabase(isBackfill: Bool) async throws {
        try await capture(daysAgo: 1...1)
        try await store.complete(try await store.batch(1), .accepted(version: 1))
        if isBackfill { try await store.complete(try await store.batch(1), .accepted(version: 2)) }
        try await capture(daysAgo: 10...10)
        let sent = try await store.batch(1)
        #expect(sent.map(\.entityID) == [id(isBackfill ? 10 : 1)])
        _ = try await addEvent()
        try await capture(daysAgo: 11...11)
        try await store.database.write { db in
            try db.execute(sql: "DELETE FROM meta WHERE key = 'in_flight'")
        }
        try await store.close()

        let reopened = try fixture.open()

        #expect(try await reopened.status().inFlight == 1)
        let now = fixture.clock.now()
        let remote = Entity(
            kind: .event,
            id: sent[0].entityID,
            version: 9,
            createdAt: now,
            updatedAt: now,
            content: sent[0].fields
        )
        try await reopened.pull(remote)
        #expect(try await reopened.entity(remote.id)?.version == 0)
    }
}

import Foundation
import GRDB
import Observation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@MainActor
@Suite("Timeline", .timeLimit(.minutes(20)))
struct EventStoreTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func timeline(_ pageSize: Int = 100) -> EventStore {
        EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            pageSize: pageSize
        )
    }

    /// Runs a timeline as a visible screen does.
    private func shown(_ timeline: EventStore, _ body: () async throws -> Void) async throws {
        let task = Task { await timeline.run() }
        await until { timeline.hasLoaded }
        do { try await body() } catch { task.cancel(); throw error }
        task.cancel()
        await task.value
    }

    private func details(_ timeline: EventStore) -> [[String?]] {
        timeline.sections.map { $0.rows.map(\.detail) }
    }

    /// The sections of a new timeline, which every other timeline must match.
    private func fresh(_ query: EventQuery = EventQuery()) async -> [TimelineSection] {
        let timeline = timeline(10_000)
        await timeline.show(query)
        await timeline.refresh()
        return timeline.sections
    }

    @Test("Days are ordered newest first, with titles, times and measured values")
    func days() async throws {
        try await world.log("Tea", "10:30", notes: "green")
        try await world.log("Tea", "23:59", day: -1, notes: "late")
        try await world.log("Tea", "07:00", day: -5, notes: "old")
        let timeline = timeline()

        try await shown(timeline) {}

        #expect(timeline.sections.map(\.title) == ["Today", "Yesterday", "Saturday 10 January"])
        #expect(details(timeline) == [["green"], ["late"], ["old"]])
        #expect(timeline.sections[0].rows[0].time == "10:30")
        #expect(timeline.sections[0].rows[0].title == "Tea")
        #expect(timeline.sections[0].rows[0].markerText == "Not sent yet")
        #expect(timeline.sections[0].rows[0].source == "Entered by you")
        #expect(!timeline.hasMore)
    }

    @Test("An event appears, moves and disappears while the screen is visible, without a sync")
    func live() async throws {
        let timeline = timeline()
        try await shown(timeline) {
            #expect(timeline.emptyText == "Nothing recorded yet.")
            let id = try await world.log("Tea", "08:30", notes: "a")
            await until { details(timeline) == [["a"]] }
            try await world.log("Tea", "09:30", notes: "b")
            await until { details(timeline) == [["b", "a"]] }
            var patch = EventPatch()
            patch.timestamp = .set(try world.instant("10:00", day: -1))
            try await EditEvent(store: world.store)(id, patch)
            await until { details(timeline) == [["b"], ["a"]] }
            try await DeleteEvent(store: world.store)(id)
            await until { details(timeline) == [["b"]] }
            #expect(timeline.emptyText == nil)
        }
    }

    @Test("Changes made while the screen was hidden appear when it is shown again")
    func missed() async throws {
        let timeline = timeline()
        let id = try await world.log("Tea", "08:30", notes: "a")
        try await shown(timeline) {}

        try await world.log("Tea", "09:30", notes: "offline")
        try await DeleteEvent(store: world.store)(id)
        try await shown(timeline) { await until { details(timeline) == [["offline"]] } }
    }

    @Test("A screen that is shown again reads no page when nothing changed")
    func noSecondFetch() async throws {
        for hour in 10..<20 { try await world.log("Tea", "\(hour):00") }
        let timeline = timeline()
        try await shown(timeline) {}
        let statements = Mutex<[String]>([])
        await world.store.traceStatements { sql in statements.withLock { $0.append(sql) } }

        for _ in 0..<3 { try await shown(timeline) {} }
        await timeline.refresh()

        #expect(statements.withLock { $0 }.isEmpty)
    }

    @Test(
        "Adding an event costs the same for any number of days and events",
        arguments: [10, 3000]
    )
    func constantCost(count: Int) async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        for number in 0..<count {
            let event = Event(
                eventTypeID: type,
                timestamp: world.clock.now() - .seconds(Int64(number) * 43_200),
                sourceType: .manual
            )
            entities.append((world.dependencies.ids.next(), event))
        }
        try await world.store.write { [entities] in try $0.entities.create(entities) }
        let timeline = timeline(10_000)
        await timeline.refresh()
        #expect(timeline.sections.count >= count / 2)
        let event = Event(eventTypeID: type, timestamp: world.clock.now(), sourceType: .manual)
        let id = try await world.store.write { try $0.entities.create(event) }
        let statements = Mutex<[String]>([])
        await world.store.traceStatements { sql in statements.withLock { $0.append(sql) } }
        let changedDays = Mutex(0)
        withObservationTracking {
            _ = timeline.sections
        } onChange: {
            changedDays.withLock { $0 += 1 }
        }

        await timeline.refresh()

        // The event, the state of its mutation, and whether another device changed it.
        #expect(statements.withLock { $0 }.count == 3)
        #expect(timeline.sections[0].rows[0].id == id)
        #expect(changedDays.withLock { $0 } == 1)
    }

    @Test(
        "A new, an acknowledged and a restyled type cause no read of events",
        arguments: [10, 3000]
    )
    func constantCostOfTypes(count: Int) async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        for number in 0..<count {
            let event = Event(
                eventTypeID: type,
                timestamp: world.clock.now() - .seconds(Int64(number + 1) * 7200),
                sourceType: .manual
            )
            entities.append((world.dependencies.ids.next(), event))
        }
        try await world.store.write { [entities] in try $0.entities.create(entities) }
        let timeline = timeline(10_000)
        await timeline.refresh()
        let statements = Mutex(0)
        await world.store.traceStatements { _ in statements.withLock { $0 += 1 } }
        func cost(_ change: () async throws -> Void) async throws -> Int {
            try await change()
            statements.withLock { $0 = 0 }
            await timeline.refresh()
            return statements.withLock { $0 }
        }

        let new = try await cost { try await world.log("Coffee", "14:30") }
        let taken = try await cost {
            let batch = try #require(
                try await world.store.write {
                    try $0.queue.nextBatch(limit: 10_000, byteLimit: .max)
                }
            )
            let types = batch.mutations.filter { $0.kind == .eventType }
            #expect(types.count == 2)
            var outcomes: [EntityID: MutationOutcome] = [:]
            for mutation in types { outcomes[mutation.id] = .accepted(version: 1) }
            _ = try await world.store.write { [outcomes] in
                try $0.queue.apply(
                    MutationBatch(mutations: types),
                    outcomes: outcomes,
                    cursorRange: nil,
                    policy: ConflictResolver(),
                    nextLimit: 1,
                    nextByteLimit: 1
                )
            }
        }
        let renamed = try await cost {
            try await EventTypeRepository(world.store).update(id: type) { $0.name = "Green tea" }
        }

        // The types; the event, the state of its mutation, and whether another device changed it.
        let costs = [new, taken, renamed]
        #expect(costs == [4, 2, 1])
        #expect(timeline.sections[0].rows.prefix(2).map(\.title) == ["Coffee", "Green tea"])
        #expect(timeline.sections.reduce(0) { $0 + $1.rows.count } == count + 1)
        #expect(timeline.sections == (await fresh()))
    }

    @Test("The first read is one page, however many events there are; further pages on demand")
    func pages() async throws {
        for number in 0..<60 {
            try await world.log("Tea", "1\(number % 10):0\(number / 10)", day: -(number % 7))
        }
        let timeline = timeline(25)
        let rows = { timeline.sections.reduce(0) { $0 + $1.rows.count } }

        try await shown(timeline) {
            #expect(rows() == 25)
            #expect(timeline.hasMore)
            await timeline.loadMore()
            #expect(rows() == 50)
            await timeline.loadMore()
            #expect(rows() == 60)
            #expect(!timeline.hasMore)
            await timeline.loadMore()
        }

        #expect(timeline.sections == (await fresh()))
    }

    @Test("An old event beyond the loaded pages changes none of them")
    func beyond() async throws {
        for number in 10..<20 { try await world.log("Tea", "\(number):00") }
        let timeline = timeline(5)
        await timeline.refresh()
        let before = timeline.sections

        try await world.log("Tea", "09:00")
        await timeline.refresh()

        #expect(timeline.sections == before)
        await timeline.loadMore()
        await timeline.loadMore()
        #expect(timeline.sections == (await fresh()))
    }

    @Test("After any sequence of changes the timeline equals a new one", arguments: 1...4)
    func random(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        let timeline = timeline(20)
        var ids: [EntityID] = []
        for step in 0..<150 {
            let instant =
                world.clock.now() - .seconds(Int64(random.next() % 5_000) * 60)
            switch random.next() % 5 {
            case 0, 1:
                var event = Event(eventTypeID: type, timestamp: instant, sourceType: .manual)
                event.notes = "\(step)"
                ids.append(try await world.store.write { [event] in try $0.entities.create(event) })
            case 2 where !ids.isEmpty:
                var patch = EventPatch()
                patch.timestamp = .set(instant)
                if step.isMultiple(of: 2) {
                    patch = EventPatch()
                    patch.notes = .set("e\(step)")
                }
                try await EditEvent(store: world.store)(
                    ids[Int(random.next() % UInt64(ids.count))],
                    patch
                )
            case 3 where !ids.isEmpty:
                let index = Int(random.next() % UInt64(ids.count))
                try await DeleteEvent(store: world.store)(ids.remove(at: index))
            default:
                await random.next() % 4 == 0 ? timeline.loadMore() : timeline.refresh()
            }
        }
        await timeline.refresh()
        while timeline.hasMore { await timeline.loadMore() }

        #expect(timeline.sections == (await fresh()))
    }

    @Test("An undecodable event or type is reported and hides none of the others")
    func unreadable() async throws {
        let bad = try await world.log("Tea", "08:00", notes: "bad")
        try await world.log("Cake", "09:00", notes: "good")
        let tea = try #require(
            try await world.store.read { try $0.entities.fetch(kind: .eventType, named: "Tea") }
        ).id
        try await world.spoil(bad, "is_all_day", with: RawJSON("perhaps"))
        try await world.spoil(tea, "color", with: RawJSON(Int64(7)))
        let timeline = timeline()

        try await shown(timeline) {
            let rows = try #require(timeline.sections.first).rows
            #expect(rows.map(\.title) == ["Cake", "Tea"])
            #expect(rows.map(\.detail) == ["good", "bad"])
            #expect(rows[0].unreadable == nil && rows[1].unreadable?.contains("version") == true)
            #expect(timeline.problem == nil)

            // An event that becomes undecodable while it is shown stays at its position.
            try await world.spoil(bad, "notes", with: RawJSON(true))
            await timeline.refresh()
            #expect(timeline.sections.first?.rows.map(\.detail) == ["good", nil])
            try await world.spoil(bad, "event_type_id", with: RawJSON(Int64(7)))
            await timeline.refresh()
            #expect(timeline.sections.first?.rows.map(\.title) == ["Cake", "Unknown type"])
            await timeline.show(EventQuery(text: "good"))
            #expect(timeline.sections.first?.rows.map(\.detail) == ["good"])
        }
        #expect(timeline.problem == nil)
        _ = try await world.engine.summarizeDays(in: world.zones).latest(2)
    }

    @Test("A night is listed under the day it ended on")
    func night() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Sleep")) }
        var night = Event(
            eventTypeID: type,
            timestamp: try world.instant("22:30", day: -1),
            sourceType: .healthKit
        )
        night.endDate = try world.instant("10:30")
        night.healthKitCategory = "sleep"
        night.properties["asleep"] = .duration(seconds: 12_120)
        try await world.store.write { [night] in try $0.entities.create(night) }
        try await world.log("Tea", "23:00", day: -1, notes: "late")
        try await world.log("Tea", "08:00", notes: "early")
        let timeline = timeline()

        await timeline.refresh()

        #expect(details(timeline) == [["early", "3 h 22 min"], ["late"]])
        #expect(timeline.sections[0].rows[1].time == "22:30–10:30")
        #expect(timeline.sections[0].rows[1].source == "Apple Health")
    }

    @Test("A workout shows its distance, from its route when nothing else measured it")
    func workout() async throws {
        let type = try await world.store.write {
            try $0.entities.create(EventType(name: "Workout"))
        }
        for (hour, distance) in [("07:00", JSONNumber(8000)), ("09:00", nil)] {
            var run = Event(
                eventTypeID: type,
                timestamp: try world.instant(hour),
                sourceType: .healthKit
            )
            run.healthKitCategory = "workout"
            run.properties["activity_name"] = .text("Running")
            run.properties["distance_meters"] = distance.map { .number($0) }
            run.properties["route_meters"] = .number(5300)
            try await world.store.write { [run] in try $0.entities.create(run) }
        }
        let timeline = timeline()

        await timeline.refresh()

        #expect(details(timeline) == [["Running, 5.3 km", "Running, 8 km"]])
    }

    @Test("A search shows its results, and a text when there are none")
    func search() async throws {
        try await world.log("Tea", "08:30", notes: "green")
        try await world.log("Coffee", "09:30", notes: "black")
        let timeline = timeline()
        await timeline.refresh()

        await timeline.show(EventQuery(text: "TEA"))
        #expect(details(timeline) == [["green"]])
        try await world.log("Tea", "10:30", notes: "white")
        try await world.log("Coffee", "11:30", notes: "white")
        await timeline.refresh()
        #expect(details(timeline) == [["white", "green"]])
        await timeline.show(EventQuery(text: "nonsense"))
        #expect(timeline.emptyText == "Nothing found.")
        await timeline.show(EventQuery())
        #expect(timeline.sections == (await fresh()))
        #expect(timeline.sections[0].rows.count == 4)
    }

    @Test("A new query starts with one page, however many were loaded before")
    func newQuery() async throws {
        for number in 0..<30 { try await world.log("Tea", "10:\(10 + number)", notes: "n") }
        let timeline = timeline(10)
        await timeline.refresh()
        await timeline.loadMore()
        await timeline.loadMore()
        #expect(timeline.sections[0].rows.count == 30)

        await timeline.show(EventQuery(text: "tea"))

        #expect(timeline.sections[0].rows.count == 10)
        #expect(timeline.hasMore)
    }

    @Test("A renamed type is updated everywhere, and a snapshot shows everything")
    func renaming() async throws {
        try await world.log("Tea", "08:30")
        let timeline = timeline()
        await timeline.refresh()
        let type = try #require(
            try await world.store.read { try $0.entities.fetch(kind: .eventType, named: "Tea") }
        )

        try await EventTypeRepository(world.store).update(id: type.id) { $0.name = "Chai" }
        await timeline.refresh()

        #expect(timeline.sections[0].rows[0].title == "Chai")
    }

    @Test("At midnight, today becomes yesterday")
    func midnight() async throws {
        try await world.log("Tea", "08:30")
        let timeline = timeline()
        await timeline.refresh()

        world.clock.advance(by: .seconds(86_400))
        await timeline.refresh()

        #expect(timeline.sections.map(\.title) == ["Yesterday"])
    }

    @Test("An unreadable database is reported, the rows stay, and the next read clears the problem")
    func problem() async throws {
        let id = try await world.log("Tea", "08:30", notes: "a")
        let timeline = timeline()
        await timeline.refresh()
        try await world.store.damage(true)
        var patch = EventPatch()
        patch.notes = .set("b")

        try? await EditEvent(store: world.store)(id, patch)  // the table is gone
        await timeline.show(EventQuery(text: "a"))
        #expect(timeline.problem?.hasPrefix("The list may be out of date: ") == true)
        #expect(details(timeline) == [["a"]])

        try await world.store.damage(false)
        await timeline.refresh()
        #expect(timeline.problem == nil)
        #expect(details(timeline) == [["a"]])
    }

    @Test("The first events are shown while the first sync is still running")
    nonisolated func whileSyncing() async throws {
        try await TestWorld.run { server in try await watchFirstSync(server) }
    }

    private func watchFirstSync(_ server: TestWorld) async throws {
        let other = try await server.device("a")
        for number in 0..<50 { try await other.store.log("Tea", at: 1_768_000_000 + Int64(number)) }
        try await other.sync()
        var limits = SyncLimits()
        limits.stagedEntities = 10
        let transport = WatchedSnapshot(base: other.transport)
        let device = try ScreenWorld(transport: transport, limits: limits)
        let timeline = EventStore(
            store: device.store,
            dependencies: device.dependencies,
            formats: device.formats
        )
        let rows = { timeline.sections.reduce(0) { $0 + $1.rows.count } }
        let pieces = Mutex(0)
        transport.afterLines {
            guard
                pieces.withLock({
                    $0 += 1; return $0
                }) == 3
            else { return }
            // The snapshot continues only after part of it is shown.
            await until { timeline.hasLoaded && !timeline.sections.isEmpty }
        }
        let screen = Task { await timeline.run() }

        let outcome = await SyncData(coordinator: device.engine.coordinator)(.launch)
        await until { rows() == 50 }

        #expect(outcome.isComplete)
        #expect(outcome.text == "Synced: 0 sent, 51 received.")
        screen.cancel()
        await screen.value
        try await device.engine.close()
    }

    @Test("Closing the screen ends the run and releases the view model")
    func lifetime() async throws {
        weak var gone: EventStore?
        do {
            let timeline = timeline()
            gone = timeline
            try await shown(timeline) {}
        }
        #expect(gone == nil)
    }

    @Test("A timeline that starts at a position shows older events only, also after changes")
    func position() async throws {
        for hour in 10..<14 { try await world.log("Tea", "\(hour):30", notes: "\(hour)") }
        let newest = timeline(2)
        await newest.refresh()
        let end = try #require(newest.end)
        let older = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            after: end,
            pageSize: 2
        )

        await older.refresh()
        #expect(details(newest) == [["13", "12"]] && details(older) == [["11", "10"]])

        try await world.log("Tea", "12:45", notes: "new")
        try await world.log("Tea", "11:45", notes: "between")
        await older.refresh()
        #expect(details(older) == [["between", "11", "10"]])
    }
}

/// A transport that reports progress of a snapshot.
private final class WatchedSnapshot: TransportWrapper {
    let base: any SyncTransport
    private let watch = Mutex<(@Sendable () async -> Void)?>(nil)

    init(base: any SyncTransport) {
        self.base = base
    }

    func afterLines(_ watch: @escaping @Sendable () async -> Void) {
        self.watch.withLock { $0 = watch }
    }

    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        try await base.snapshot(after: token) { lines in
            // However many lines the network delivers at once.
            for start in stride(from: 0, to: lines.count, by: 10) {
                try await receive(Array(lines[start..<min(start + 10, lines.count)]))
                await watch.withLock { $0 }?()
            }
        }
    }
}

/// A seeded random generator.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension DeviceStore {
    /// Hides or restores the table of entities.
    func damage(_ isDamaged: Bool) throws {
        try database.write { db in
            try db.execute(
                sql: isDamaged
                    ? "ALTER TABLE entity RENAME TO away" : "ALTER TABLE away RENAME TO entity"
            )
        }
    }
}

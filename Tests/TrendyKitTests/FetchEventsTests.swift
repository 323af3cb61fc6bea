import Foundation
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Reading events")
struct FetchEventsTests {
    private let world: ScreenWorld
    private var fetch: FetchEvents { FetchEvents(store: world.store) }

    init() throws {
        world = try ScreenWorld()
    }

    private func type(_ name: String) async throws -> EntityID {
        try #require(
            try await world.store.read { try $0.entities.fetch(kind: .eventType, named: name) }?.id
        )
    }

    private func notes(_ query: EventQuery) async throws -> [String?] {
        try await fetch(query).events.map(\.event.notes)
    }

    @Test("Pages have no gaps or repetitions, even within one instant")
    func pages() async throws {
        var ids: Set<EntityID> = []
        for number in 0..<25 { ids.insert(try await world.log("Tea", "0\(number / 10):00")) }

        var seen: [FetchedEvent] = []
        var position: EventPosition?
        repeat {
            let page = try await fetch(after: position, limit: 4)
            seen += page.events
            position = page.next
        } while position != nil

        #expect(seen.count == 25)
        #expect(Set(seen.map(\.id)) == ids)
        #expect(seen.map(\.position) == seen.map(\.position).sorted(by: >))
    }

    @Test("Types, sources and times filter events, alone and combined")
    func filters() async throws {
        try await world.log("Tea", "08:00", notes: "a")
        try await world.log("Coffee", "09:00", notes: "b")
        try await world.log("Walk", "10:00", notes: "c")
        var imported = Event(
            eventTypeID: try await type("Tea"),
            timestamp: try world.instant("11:00"),
            sourceType: .imported
        )
        imported.notes = "d"
        try await world.store.write { [imported] in try $0.entities.create(imported) }
        let two: Set = [try await type("Tea"), try await type("Walk")]

        #expect(try await notes(EventQuery()) == ["d", "c", "b", "a"])
        #expect(try await notes(EventQuery(eventTypeIDs: two)) == ["d", "c", "a"])
        #expect(try await notes(EventQuery(sources: [.imported])) == ["d"])
        #expect(try await notes(EventQuery(eventTypeIDs: two, sources: [.manual])) == ["c", "a"])
        #expect(try await notes(EventQuery(eventTypeIDs: [])) == [])
        let morning = EventQuery(
            from: try world.instant("09:00"),
            to: try world.instant("11:00"),
            eventTypeIDs: two
        )
        #expect(try await notes(morning) == ["c"])
        let first = try await fetch(EventQuery(eventTypeIDs: two), limit: 2)
        let second = try await fetch(EventQuery(eventTypeIDs: two), after: first.next, limit: 2)
        #expect(first.events.map(\.event.notes) == ["d", "c"])
        #expect(second.events.map(\.event.notes) == ["a"])
        #expect(second.next == nil)
    }

    @Test(
        "A search matches notes, type names and properties, ignoring case and accents",
        arguments: [
            ("creme", ["n"]), ("CRÈME", ["n"]), ("brulee creme", ["n"]), ("café", ["t"]),
            ("over the river", ["p"]), ("café river", []), ("line\"break", ["e"]),
            ("count", []), ("", ["e", "p", "t", "n"]), ("москва", ["p"]),
            ("  ", ["e", "p", "t", "n"]),
        ]
    )
    func search(text: String, expected: [String]) async throws {
        var names: [EntityID: String] = [:]
        names[try await world.log("Dessert", "08:00", notes: "Crème brûlée")] = "n"
        names[try await world.log("CAFE au lait", "09:00")] = "t"
        let receipt = try await world.engine.recordManualEvent(
            .init(
                typeName: "Walk",
                timestamp: world.instant("10:00"),
                properties: {
                    var bag = PropertyBag()
                    bag["route"] = .text("Over the River, МОСКВА")
                    bag["count"] = .number(3)
                    return bag
                }()
            )
        )
        names[receipt.eventID] = "p"
        names[try await world.log("Dream", "11:00", notes: "a \"Line\"Break\"\n")] = "e"

        let found = try await fetch(EventQuery(text: text)).events.map { names[$0.id] }

        #expect(found == expected)
    }

    @Test("A search reads in chunks and returns contiguous pages")
    func longSearch() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Sample")) }
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        for number in 0..<5000 {
            var event = Event(
                eventTypeID: type,
                timestamp: Instant(seconds: 1_760_000_000 + Int64(number) * 60),
                sourceType: .manual
            )
            event.notes = number.isMultiple(of: 1000) ? "needle \(number)" : "hay"
            entities.append((world.dependencies.ids.next(), event))
        }
        try await world.store.write { [entities] in try $0.entities.create(entities) }
        let query = EventQuery(text: "Needle")

        let first = try await fetch(query, limit: 3)
        let second = try await fetch(query, after: first.next, limit: 3)

        #expect(
            (first.events + second.events).map(\.event.notes)
                == [4, 3, 2, 1, 0].map { "needle \($0 * 1000)" }
        )
        #expect(second.next == nil)
    }

    @Test("A day follows the person's time zones, and a night counts toward the day it ended on")
    func ofDay() async throws {
        try await world.log("Tea", "00:10", notes: "early")
        try await world.log("Tea", "23:50", day: -1, notes: "eve")
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Sleep")) }
        var night = Event(
            eventTypeID: type,
            timestamp: try world.instant("22:30", day: -1),
            sourceType: .healthKit
        )
        night.endDate = try world.instant("06:30")
        night.healthKitCategory = "sleep"
        night.notes = "night"
        try await world.store.write { [night] in try $0.entities.create(night) }

        let today = try await fetch.ofDay(world.day(), in: world.zones)
        let yesterday = try await fetch.ofDay(world.day(-1), in: world.zones)

        #expect(today.map(\.event.notes) == ["early", "night"])
        #expect(yesterday.map(\.event.notes) == ["eve"])
    }

    @Test("Edits and deletions are durable, and the sync state shows pending and failed ones")
    func editing() async throws {
        let id = try await world.log("Tea", "08:00", notes: "a")
        var patch = EventPatch()
        patch.notes = .clear
        try await EditEvent(store: world.store)(id, patch)

        let edited = try #require(try await fetch(ids: [id], EventQuery()).first)
        try await DeleteEvent(store: world.store)(id)
        try await DeleteEvent(store: world.store)(id)

        #expect(edited.event.notes == nil)
        #expect(edited.unsent == .pending)
        #expect(try await fetch(ids: [id], EventQuery()).isEmpty)
        await #expect(throws: StoreError.self) {
            try await EditEvent(store: world.store)(id, patch)
        }
    }

    @Test("Every query uses an index and does not sort")
    func plans() async throws {
        try await world.log("Tea", "08:00", notes: "a")
        let tea = try await type("Tea")
        let statements = Mutex<Set<String>>([])
        await world.store.traceStatements { sql in statements.withLock { _ = $0.insert(sql) } }

        _ = try await fetch()
        _ = try await fetch(EventQuery(eventTypeIDs: [tea]))
        _ = try await fetch(EventQuery(sources: [.manual], text: "a"))
        _ = try await fetch(EventQuery(eventTypeIDs: [tea], text: "a"))
        _ = try await fetch.ofDay(world.day(), in: world.zones)

        let ran = statements.withLock { $0 }.filter { $0.hasPrefix("SELECT") }
        #expect(ran.count >= 4)
        for sql in ran {
            for line in try await world.store.queryPlan(of: sql) {
                #expect(!line.hasPrefix("SCAN") && !line.contains("B-TREE"), "\(line) in \(sql)")
            }
        }
    }
}

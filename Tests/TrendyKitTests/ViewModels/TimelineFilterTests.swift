import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Filter of the timeline", .timeLimit(.minutes(20)))
struct TimelineFilterTests {
    private let world: ScreenWorld
    private let timeline: EventStore
    private let filter: TimelineFilterViewModel

    init() throws {
        world = try ScreenWorld()
        timeline = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            pageSize: 10
        )
        filter = TimelineFilterViewModel(
            timeline: timeline,
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private var details: [String] {
        timeline.sections.flatMap { $0.rows.compactMap(\.detail) }
    }

    private func visit(_ place: EntityID, _ note: String) async throws {
        let type = try await world.store.write { transaction in
            try transaction.entities.fetch(kind: .eventType, named: "Visit")?.id
                ?? transaction.entities.create(EventType(name: "Visit"))
        }
        var event = Event(
            eventTypeID: type,
            timestamp: world.clock.now(),
            sourceType: .geofence
        )
        event.geofenceID = place
        event.notes = note
        try await world.store.write { [event] in _ = try $0.entities.create(event) }
    }

    private func place(_ name: String) async throws -> EntityID {
        try await world.store.write {
            try $0.entities.create(
                Geofence(name: name, latitude: 1, longitude: 2, radiusMeters: 150)
            )
        }
    }

    @Test("Type, place, source and period narrow the timeline, and clearing shows everything")
    func filters() async throws {
        try await world.log("Tea", "08:00", notes: "new tea")
        try await world.log("Tea", "08:00", day: -8, notes: "old tea")
        try await world.log("Coffee", "09:00", notes: "coffee")
        let (home, work) = (try await place("Home"), try await place("Work"))
        try await visit(home, "at home")
        try await visit(work, "at work")
        await timeline.refresh()
        await filter.refresh()
        #expect(filter.types.map(\.title) == ["Coffee", "Tea", "Visit"])
        #expect(filter.places.map(\.title) == ["Home", "Work"])
        #expect(filter.summary == nil && !filter.isActive)

        let tea = try #require(filter.types.first { $0.title == "Tea" })
        filter.toggleType(tea.id)
        await filter.apply()
        #expect(details == ["new tea", "old tea"])
        filter.period = .week
        await filter.apply()
        #expect(details == ["new tea"])
        #expect(filter.summary == "Tea, Last 7 days")
        filter.clear()
        filter.togglePlace(home.description)
        await filter.apply()
        #expect(details == ["at home"])
        #expect(filter.summary == "Home")
        filter.togglePlace(home.description)
        filter.toggleSource("geofence")
        await filter.apply()
        #expect(Set(details) == ["at home", "at work"])
        filter.clear()
        await filter.apply()
        #expect(details.count == 5)
        #expect(!filter.isActive)
    }

    @Test("One day is shown whole, until a period or all entries are chosen")
    func day() async throws {
        try await world.log("Tea", "08:00", notes: "today")
        try await world.log("Tea", "08:00", day: -1, notes: "yesterday")
        try await world.log("Tea", "08:00", day: -2, notes: "before")
        await timeline.refresh()
        let yesterday = try #require(timeline.sections.dropFirst().first).day
        filter.searchText = "today"

        filter.show(yesterday)
        await filter.apply()
        #expect(details == ["yesterday"])
        #expect(filter.summary == "Yesterday" && filter.searchText.isEmpty)
        #expect(filter.dayText == "Yesterday")

        filter.toggleSource(SourceType.manual.rawValue)
        filter.clearDay()
        await filter.apply()
        #expect(details.count == 3 && filter.isActive)
        #expect(filter.dayText == nil)
        filter.clear()
        filter.show(yesterday)
        await filter.apply()

        filter.period = .week
        await filter.apply()
        #expect(details.count == 3 && filter.day == nil)
        filter.show(yesterday)
        filter.clear()
        await filter.apply()
        #expect(details.count == 3 && filter.summary == nil)
    }

    @Test("Words and a place are searched together, and an event that leaves the place disappears")
    func searchAtPlace() async throws {
        let home = try await place("Home")
        try await visit(home, "dinner")
        try await visit(home, "lunch")
        try await world.log("Meal", "12:00", notes: "dinner")
        filter.searchText = "dinner"
        filter.togglePlace(home.description)

        await filter.apply()

        #expect(details == ["dinner"])
        let id = timeline.sections[0].rows[0].id
        try await world.store.write { transaction in
            var change = Document()
            change["geofence_id"] = .null
            try transaction.entities.update(id: id, change: change)
        }
        await timeline.refresh()
        #expect(details.isEmpty)
        #expect(timeline.emptyText == "Nothing found.")
    }

    @Test("Each change of the filter has a new revision, and a deleted place filters nothing")
    func revision() async throws {
        let home = try await place("Home")
        await filter.refresh()
        let first = filter.revision
        filter.togglePlace(home.description)
        filter.searchText = "a"
        filter.searchText = "a"
        #expect(filter.revision == first + 2)

        try await world.store.write { try $0.entities.delete(id: home) }
        await filter.refresh()

        #expect(!filter.isActive)
        #expect(filter.revision == first + 3)
    }

    @Test("A row near the end loads the next page, and one further up loads nothing")
    func paging() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await world.store.write { [world] transaction in
            var entities: [(id: EntityID, fields: any EntityFields)] = []
            for number in 0..<95 {
                let event = Event(
                    eventTypeID: type,
                    timestamp: world.clock.now() - .seconds(Int64(number) * 3600),
                    sourceType: .manual
                )
                entities.append((world.dependencies.ids.next(), event))
            }
            try transaction.entities.create(entities)
        }
        let timeline = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            pageSize: 50
        )
        await timeline.refresh()
        func rows() -> [TimelineRow] { timeline.sections.flatMap(\.rows) }
        #expect(rows().count == 50)

        await timeline.rowDidAppear(rows()[10].id)
        #expect(rows().count == 50)
        await timeline.rowDidAppear(rows()[45].id)
        #expect(rows().count == 95)
        #expect(!timeline.hasMore)
        await timeline.rowDidAppear(rows()[94].id)
        #expect(rows().count == 95)
    }

    @Test("An event of several days says on which day it ends")
    func severalDays() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Trip")) }
        var holiday = Event(
            eventTypeID: type,
            timestamp: try world.instant("00:00", day: -3),
            sourceType: .manual
        )
        holiday.isAllDay = true
        holiday.endDate = try world.instant("00:00", day: 0)
        var trip = Event(
            eventTypeID: type,
            timestamp: try world.instant("10:00", day: -2),
            sourceType: .manual
        )
        trip.endDate = try world.instant("12:00")
        try await world.store.write { [holiday, trip] transaction in
            try transaction.entities.create(holiday)
            try transaction.entities.create(trip)
        }

        await timeline.refresh()

        #expect(
            timeline.sections.flatMap(\.rows).map(\.time) == [
                "10:00–Thursday 15 January, 12:00", "All day, until Wednesday 14 January",
            ]
        )
    }
}

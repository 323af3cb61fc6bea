import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Details of today's cards", .timeLimit(.minutes(20)))
struct SummaryDetailTests {
    private let world: ScreenWorld
    private let model: SummaryViewModel

    init() throws {
        world = try ScreenWorld()
        model = SummaryViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private func card(_ category: HealthMetric) throws -> SummaryCard {
        try #require(model.cards.first { $0.category == category })
    }

    private func create(_ event: Event, key: String, _ metric: HealthMetric) async throws {
        let isNew =
            try await world.store.read { try $0.entities.fetch(id: metric.eventTypeID) } == nil
        try await world.store.write { transaction in
            if isNew { try transaction.entities.create(metric.eventType, id: metric.eventTypeID) }
            try transaction.entities.create(
                event,
                id: .derived(kind: "event", naturalKey: "\(metric.rawValue)/\(key)")
            )
        }
    }

    /// Records a day with a number of steps in each hour.
    private func steps(_ perHour: Int64, day days: Int, newest: Instant? = nil) async throws {
        let day = world.day(days)
        let interval = world.zones.interval(of: day)
        var event = Event(
            eventTypeID: HealthMetric.steps.eventTypeID,
            timestamp: interval.lowerBound,
            sourceType: .healthKit
        )
        event.endDate = interval.upperBound
        event.isAllDay = true
        event.healthKitCategory = "steps"
        event.evidence = newest.map { Evidence(sampleCount: 1, newest: $0) }
        event.properties["count"] = .number(JSONNumber(perHour * 24))
        event.properties["hourly"] = .series(Array(repeating: JSONNumber(perHour), count: 24))
        try await create(event, key: day.description, .steps)
    }

    @Test("Today is compared with the same weekday at the time of the newest sample")
    func usual() async throws {
        for week in 1...8 { try await steps(Int64(week * 10), day: -7 * week) }
        try await steps(100, day: 0, newest: try world.instant("12:00"))

        await model.refresh()

        // By noon: 12 hours of 27.5 and 62.5 steps, the quartiles of 10, 20 … 80.
        let usual = try #require(try card(.steps).usual)
        #expect(
            usual.sentence
                == "More than on a usual Thursday: 1,200 steps by 12:00, usually 330–750."
        )
        #expect(usual.kind == .more)
        #expect(usual.hours.count == 24)
        #expect(usual.hours[11].today == 1200)
        #expect(usual.hours[12].today == nil)
        #expect(usual.hours[11].low == 330)
        #expect(try card(.heartRate).usual == nil)
    }

    @Test("Too few earlier weeks give no comparison, and say how many there are")
    func tooFew() async throws {
        try await steps(10, day: -7)
        try await steps(10, day: -14)
        try await steps(10, day: -1)
        try await steps(100, day: 0, newest: try world.instant("12:00"))

        await model.refresh()

        let usual = try #require(try card(.steps).usual)
        #expect(usual.kind == .unknown)
        #expect(
            usual.sentence
                == "A usual Thursday is shown after 4 of them with data; there are 2 so far."
        )
    }

    @Test("Without data of today nothing is compared with zero")
    func nothingToday() async throws {
        for week in 1...4 { try await steps(10, day: -7 * week) }

        await model.refresh()

        let usual = try #require(try card(.steps).usual)
        #expect(usual.kind == .unknown)
        #expect(usual.sentence.hasPrefix("Nothing is known about today yet."))
        #expect(usual.hours.allSatisfy { $0.today == nil })
    }

    @Test("A night shows its stages as shares, and the part of the time in bed that was sleep")
    func sleep() async throws {
        var night = Event(
            eventTypeID: HealthMetric.sleep.eventTypeID,
            timestamp: try world.instant("22:00", day: -1),
            sourceType: .healthKit
        )
        night.endDate = try world.instant("06:00")
        night.healthKitCategory = "sleep"
        for (key, hours) in [("asleep", 7), ("deep", 1), ("core", 4), ("rem", 2), ("awake", 1)] {
            night.properties[key] = .duration(seconds: JSONNumber(Int64(hours * 3600)))
        }
        night.properties["efficiency"] = .number(try #require(JSONNumber(0.875)))
        try await create(night, key: "2026-01-15/0", .sleep)

        await model.refresh()

        let card = try card(.sleep)
        #expect(card.stages.map(\.id) == ["deep", "core", "rem", "awake"])
        #expect(card.stages.map(\.fraction) == [0.125, 0.5, 0.25, 0.125])
        #expect(card.stages[1].text == "4 h")
        #expect(card.efficiency == "Asleep 88 % of the time in bed")
        #expect(try self.card(.steps).stages.isEmpty)
    }

    @Test("Each card says when Health last reported, and when new data is expected")
    func freshness() async throws {
        await model.refresh()
        #expect(try card(.steps).freshness == "Health has not reported anything yet")
        #expect(try card(.steps).expectation == "New data usually arrives within an hour.")
        #expect(try card(.heartRate).expectation == "New data usually arrives within minutes.")
    }
}

import Foundation
import GRDB
import Synchronization
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Today's cards", .timeLimit(.minutes(20)))
struct SummaryViewModelTests {
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

    /// Records an event as capture does: with the derived id, so that a second record replaces it.
    private func record(
        _ category: HealthMetric,
        _ start: Instant,
        _ end: Instant? = nil,
        key: String,
        newest: Instant? = nil,
        _ properties: [String: PropertyValue]
    ) async throws {
        if try await world.store.read({ try $0.entities.fetch(id: category.eventTypeID) }) == nil {
            try await world.store.write {
                try $0.entities.create(category.eventType, id: category.eventTypeID)
            }
        }
        var event = Event(
            eventTypeID: category.eventTypeID,
            timestamp: start,
            sourceType: .healthKit
        )
        event.endDate = end
        event.isAllDay = key.count == 10
        event.healthKitCategory = category.rawValue
        event.naturalKey = "\(category.rawValue)/\(key)"
        event.evidence = newest.map { Evidence(sampleCount: 1, newest: $0) }
        for (name, value) in properties { event.properties[name] = value }
        try await world.store.write { [event] in
            try $0.entities.create(
                event,
                id: .derived(kind: "event", naturalKey: "\(category.rawValue)/\(key)")
            )
        }
    }

    private func steps(_ count: Int64, day days: Int, newest: Instant) async throws {
        let interval = world.zones.interval(of: world.day(days))
        var hours = [JSONNumber?](repeating: 0, count: 24)
        hours[6] = JSONNumber(count)
        try await record(
            .steps,
            interval.lowerBound,
            interval.upperBound,
            key: world.day(days).description,
            newest: newest,
            ["count": .number(JSONNumber(count)), "hourly": .series(hours)]
        )
    }

    @Test("Without data every card says so and shows no value")
    func empty() async throws {
        await model.refresh()

        #expect(model.cards.map(\.category) == SummaryViewModel.categories)
        #expect(model.cards.allSatisfy { $0.value == nil && $0.hours.isEmpty })
        #expect(model.cards.allSatisfy { $0.caption == "Nothing recorded yet" })
        #expect(model.cards.allSatisfy { $0.problem == nil })
    }

    @Test("A sum shows the minute of its newest sample, and follows each new sample")
    func minute() async throws {
        try await steps(8432, day: 0, newest: try world.instant("06:12"))
        await model.refresh()
        #expect(try card(.steps).value == "8,432 steps")
        #expect(try card(.steps).caption.hasSuffix("6:12"))

        try await steps(8440, day: 0, newest: try world.instant("06:14"))
        await model.refresh()
        #expect(try card(.steps).value == "8,440 steps")
        #expect(try card(.steps).caption.hasSuffix("6:14"))
    }

    @Test("An hour without samples is empty, not 0")
    func hours() async throws {
        try await steps(500, day: 0, newest: try world.instant("06:12"))
        let interval = world.zones.interval(of: world.day())
        var averages = [JSONNumber?](repeating: nil, count: 24)
        averages[13] = 62
        try await record(
            .heartRate,
            interval.lowerBound,
            interval.upperBound,
            key: world.day().description,
            newest: try world.instant("13:40"),
            [
                "average": .number(62), "minimum": .number(54), "maximum": .number(120),
                "resting": .number(51), "hourly_average": .series(averages),
            ]
        )

        await model.refresh()

        let steps = try card(.steps)
        #expect(steps.hours.count == 24)
        #expect(steps.hours.compactMap(\.value) == [500])
        #expect(steps.hours[6].value == 500)
        #expect(steps.hours[6].start == (try world.instant("06:00")))
        let heart = try card(.heartRate)
        #expect(heart.value == "62 /min (54–120)")
        #expect(heart.caption == "resting 51 /min, as of 13:40")
        #expect(heart.hours.compactMap(\.value) == [62])
    }

    @Test("The last value of an earlier day is labelled as such, never as today's")
    func last() async throws {
        try await steps(9120, day: -1, newest: try world.instant("22:00", day: -1))
        try await record(
            .bodyMass,
            try world.instant("10:00", day: -100),
            key: "old",
            ["kilograms": .number(try #require(JSONNumber(72.4)))]
        )

        await model.refresh()

        #expect(try card(.steps).value == nil)
        #expect(try card(.steps).caption == "9,120 steps, Yesterday")
        #expect(try card(.steps).hours.isEmpty)
        // Whatever its age.
        #expect(try card(.bodyMass).caption.hasPrefix("72.4 kg, "))
        #expect(try card(.bodyMass).caption.contains("2025"))
    }

    @Test("Water is the sum of all drinks, each counted once; body mass is the latest value")
    func waterAndWeight() async throws {
        let times = ["08:00", "09:00", "09:00"]
        for (number, time) in times.enumerated() {
            try await record(
                .water,
                try world.instant(time),
                key: "w\(number)",
                ["milliliters": .number(250)]
            )
        }
        try await record(
            .water,
            try world.instant("08:00"),
            key: "w0",
            ["milliliters": .number(250)]
        )
        for (time, kilograms) in [("11:15", 72.0), ("07:00", 73.5)] {
            try await record(
                .bodyMass,
                try world.instant(time),
                key: time,
                ["kilograms": .number(try #require(JSONNumber(kilograms)))]
            )
        }
        // The category's own type, chosen explicitly, is not counted twice.
        try await world.store.write { transaction in
            try transaction.health.changeSettings(category: "water") {
                $0.eventTypeID = HealthMetric.water.eventTypeID
            }
        }
        let other = SummaryViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )

        await model.refresh()
        await other.refresh()
        await model.refresh()

        #expect(try card(.water).value == "750 ml")
        #expect(try card(.bodyMass).value == "72 kg")
        #expect(try card(.bodyMass).caption == "as of 11:15")
        #expect(model.cards == other.cards)
    }

    @Test("Nights count toward the day they ended on; workouts are counted with their duration")
    func nights() async throws {
        try await record(
            .sleep,
            try world.instant("23:00", day: -1),
            try world.instant("06:00"),
            key: "1",
            ["asleep": .duration(seconds: 12_120)]
        )
        try await record(
            .sleep,
            try world.instant("13:00"),
            try world.instant("13:30"),
            key: "2",
            ["asleep": .duration(seconds: 1200)]
        )
        for start in ["10:00", "12:00"] {
            try await record(
                .workout,
                try world.instant(start),
                key: start,
                ["duration": .duration(seconds: 1800)]
            )
        }

        await model.refresh()

        #expect(try card(.sleep).value == "3 h 42 min")
        #expect(try card(.workout).value == "2 workouts, 1 h")
    }

    @Test("Without stored hourly values, the hours come from the times of events")
    func hoursOfEvents() async throws {
        for (number, time) in ["08:10", "08:50", "11:00"].enumerated() {
            try await record(
                .water,
                try world.instant(time),
                key: "w\(number)",
                ["milliliters": .number(250)]
            )
        }
        for (time, kilograms) in [("07:10", 73.0), ("07:40", 72.5)] {
            try await record(
                .bodyMass,
                try world.instant(time),
                key: time,
                ["kilograms": .number(try #require(JSONNumber(kilograms)))]
            )
        }
        try await record(
            .sleep,
            try world.instant("23:00", day: -1),
            try world.instant("02:00"),
            key: "1",
            ["asleep": .duration(seconds: 5400)]
        )
        for category in [HealthMetric.workout, .mindfulness] {
            try await record(
                category,
                try world.instant("09:30"),
                try world.instant("10:30"),
                key: "1",
                ["duration": .duration(seconds: 3600)]
            )
        }

        await model.refresh()

        func hours(_ category: HealthMetric) throws -> [Int: Double] {
            let hours = try card(category).hours
            #expect(hours.count == 24)
            return hours.enumerated().reduce(into: [:]) { $0[$1.offset] = $1.element.value }
        }
        #expect(try hours(.water) == [8: 500, 11: 250])
        #expect(try hours(.bodyMass) == [7: 72.5])
        #expect(try hours(.sleep) == [0: 30, 1: 30])
        #expect(try hours(.workout) == [9: 30, 10: 30])
        #expect(try hours(.mindfulness) == [9: 30, 10: 30])
    }

    @Test("A failed capture keeps the last value and says so; so does a failed read")
    func failing() async throws {
        try await steps(8432, day: 0, newest: try world.instant("06:12"))
        await model.refresh()
        try await world.store.write {
            try $0.health.update(category: "steps", failure: .text("the phone is locked"))
        }

        await model.refresh()
        #expect(try card(.steps).value == "8,432 steps")
        #expect(try card(.steps).problem == "Could not be read since 15:30: the phone is locked")

        let before = model.cards
        try await world.store.damage(true)
        await model.refresh()
        #expect(model.problem?.hasPrefix("The cards may be out of date: ") == true)
        #expect(model.cards == before)

        try await world.store.damage(false)
        try await world.store.write { try $0.health.update(category: "steps", failure: nil) }
        await model.refresh()
        #expect(model.problem == nil)
        #expect(try card(.steps).problem == nil)
    }

    @Test(
        "Enormous numbers are displayed and do not crash",
        arguments: [1e300, -1e300]
    )
    func enormous(value: Double) async throws {
        let number = try #require(JSONNumber(value))
        let keys: [HealthMetric: String] = [
            .sleep: "asleep", .workout: "duration", .mindfulness: "duration",
            .water: "milliliters", .bodyMass: "kilograms", .steps: "count",
        ]
        for (category, key) in keys {
            try await record(
                category,
                try world.instant("09:30"),
                key: "1",
                [key: .duration(seconds: number)]
            )
        }
        let id = try await world.log("Tea", "08:00")
        var patch = EventPatch()
        var properties = PropertyBag()
        properties["brewed"] = .duration(seconds: number)
        patch.properties = .set(properties)
        try await EditEvent(store: world.store)(id, patch)
        let timeline = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )

        await model.refresh()
        await timeline.refresh()

        #expect(model.cards.allSatisfy { $0.problem == nil })
        #expect(timeline.sections.first?.rows.count == keys.count + 1)
        _ = try await world.engine.summarizeDays(in: world.zones).latest(2)
    }

    @Test("An undecodable event or type affects only its own card, which says so")
    func unreadable() async throws {
        try await steps(8432, day: 0, newest: try world.instant("06:12"))
        try await record(
            .water,
            try world.instant("08:00"),
            key: "w",
            ["milliliters": .number(250)]
        )
        let steps = EntityID.derived(kind: "event", naturalKey: "steps/\(world.day())")
        try await world.spoil(steps, "evidence", with: RawJSON("much"))
        try await world.spoil(HealthMetric.water.eventTypeID, "icon", with: RawJSON(Int64(7)))

        await model.refresh()

        #expect(model.problem == nil)
        #expect(try card(.steps).value == "8,432 steps")
        #expect(try card(.steps).problem?.hasPrefix("Not all of this can be read") == true)
        #expect(try card(.water).value == "250 ml")
        #expect(try card(.water).problem == nil)
    }

    @Test("At midnight the cards switch to the new day, live")
    func midnight() async throws {
        try await steps(8432, day: 0, newest: try world.instant("06:12"))
        let task = Task { await model.run() }
        await until { model.cards.first?.value == "8,432 steps" }

        world.clock.advance(by: .seconds(86_400))
        try await world.log("Tea", "08:00")
        await until { model.cards.first?.value == nil }

        #expect(try card(.steps).caption == "8,432 steps, Yesterday")
        #expect(model.day == world.day())
        task.cancel()
        await task.value
    }

    @Test(
        "The cost of the cards is independent of the number of events, and all reads use indexes",
        arguments: [1, 400]
    )
    func cost(days: Int) async throws {
        for day in 0..<days {
            try await steps(100, day: -day, newest: try world.instant("06:12", day: -day))
        }
        for number in 0..<days { try await world.log("Tea", "08:00", notes: "\(number)") }
        let statements = Mutex<[String]>([])
        await world.store.traceStatements { sql in statements.withLock { $0.append(sql) } }

        await model.refresh()

        let ran = statements.withLock { $0 }
        // For each category: its state, its type, today's events, the last ones before, the same
        // weekdays before, and when Health reported last.
        #expect(ran.count == 6 * SummaryViewModel.categories.count)
        for sql in Set(ran) {
            for line in try await world.store.queryPlan(of: sql) {
                #expect(!line.hasPrefix("SCAN") && !line.contains("B-TREE"), "\(line) in \(sql)")
            }
        }
    }

    @Test("Closing the screen ends the run and releases the view model")
    func lifetime() async throws {
        weak var gone: SummaryViewModel?
        do {
            let model = SummaryViewModel(
                store: world.store,
                dependencies: world.dependencies,
                formats: world.formats
            )
            gone = model
            let task = Task { [model] in await model.run() }
            await until { !model.cards.isEmpty }
            task.cancel()
            await task.value
        }
        #expect(gone == nil)
    }
}

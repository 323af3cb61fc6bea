import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Insights", .timeLimit(.minutes(20)))
struct InsightsViewModelTests {
    private let world: ScreenWorld
    private let model: InsightsViewModel

    init() throws {
        world = try ScreenWorld()
        model = InsightsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    /// Records an event as capture does.
    private func record(
        _ metric: HealthMetric,
        _ start: Instant,
        _ end: Instant? = nil,
        _ value: PropertyValue,
        isAllDay: Bool = false
    ) async throws {
        var event = Event(
            eventTypeID: metric.eventTypeID,
            timestamp: start,
            sourceType: .healthKit
        )
        event.endDate = end
        event.isAllDay = isAllDay
        event.healthKitCategory = metric.rawValue
        event.properties[try #require(metric.valueProperty)] = value
        let isNew =
            try await world.store.read { try $0.entities.fetch(id: metric.eventTypeID) } == nil
        try await world.store.write { [event] transaction in
            if isNew { try transaction.entities.create(metric.eventType, id: metric.eventTypeID) }
            try transaction.entities.create(event)
        }
    }

    private func steps(_ count: Int64, day days: Int) async throws {
        let interval = world.zones.interval(of: world.day(days))
        try await record(
            .steps,
            interval.lowerBound,
            interval.upperBound,
            .number(JSONNumber(count)),
            isAllDay: true
        )
    }

    private func day(_ id: CalendarDay) throws -> HeatMap.Day {
        try #require(model.heatMap?.weeks.flatMap(\.days).compactMap(\.self).first { $0.id == id })
    }

    @Test("Without data there is a text and no calendar")
    func empty() async throws {
        #expect(model.emptyText == nil)

        await model.refresh()

        #expect(model.emptyText?.hasPrefix("Nothing recorded yet.") == true)
        #expect(model.heatMap == nil)
        #expect(model.rhythm.count == InsightsViewModel.rhythmPage)
        #expect(model.rhythm.allSatisfy { $0.segments.isEmpty })
    }

    @Test("Health metrics come first, and types without entries are left out")
    func subjects() async throws {
        try await world.log("Coffee", "08:00")
        try await world.log("Apple", "09:00")
        try await steps(10, day: 0)
        _ = try await world.store.write { try $0.entities.create(EventType(name: "Unused")) }

        await model.refresh()

        #expect(model.subjects.map(\.name) == ["Steps", "Apple", "Coffee"])
        #expect(model.subjectID == model.subjects.first?.id)
        await model.select(model.subjects[2].id)
        #expect(model.subjectID == model.subjects[2].id)
        #expect(model.total == "1 entry")
    }

    @Test("A day without data is a state of its own, beside a measured zero and the future")
    func heatMap() async throws {
        for (offset, count) in [(0, 0), (-1, 50), (-2, 100), (-3, 150), (-4, 200)] {
            try await steps(Int64(count), day: offset)
        }

        await model.refresh()

        #expect(try day(world.day()).level == .level(0))
        #expect(try day(world.day()).text == "Thursday 15 January: 0 steps")
        #expect(try day(world.day(-2)).level == .level(2))
        #expect(try day(world.day(-4)).level == .level(4))
        #expect(try day(world.day(-5)).level == .noData)
        #expect(try day(world.day(-5)).text == "Saturday 10 January: no data")
        #expect(try day(world.day(1)).level == .future)
        #expect(model.total == "5 days with data")
    }

    @Test("The weeks begin with the first weekday of the region and hold all days of the year")
    func weeks() async throws {
        try await steps(10, day: 0)
        await model.refresh()
        let map = try #require(model.heatMap)

        // British weeks begin on Monday; 1 January 2026 is a Thursday.
        #expect(map.weekdays == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(map.weeks[0].days.prefix(3).allSatisfy { $0 == nil })
        #expect(map.weeks[0].days[3]?.id == CalendarDay("2026-01-01"))
        #expect(map.weeks.allSatisfy { $0.days.count == 7 })
        #expect(map.weeks.flatMap(\.days).compactMap(\.self).count == 365)
        #expect(map.months.map(\.id) == Array(1...12))
        #expect(map.months[1].title == "Feb")
        let february = map.weeks[map.months[1].week].days.compactMap(\.self)
        #expect(february.contains { $0.id == CalendarDay("2026-02-01") })
    }

    @Test("Months average the days with data, and months without data have no value")
    func months() async throws {
        try await steps(100, day: 0)
        try await steps(300, day: -10)
        try await steps(50, day: -40)

        await model.refresh()

        #expect(model.months[0].value == 200)
        #expect(model.months[0].text == "January: 200 steps a day")
        #expect(model.months[1].value == nil)
        #expect(model.months[1].text == "February: no data")
        #expect(model.trend == "Not enough months with data to see a trend.")
        #expect(!model.canShowNextYear)
        await model.showPreviousYear()
        #expect(model.yearTitle == "2025")
        #expect(model.months[11].value == 50)
        #expect(model.canShowNextYear)
        await model.showNextYear()
        #expect(model.months[0].value == 200)
    }

    @Test("The trend compares complete months, across the turn of the year")
    func trend() async throws {
        // July to September 2025, then October to December 2025; January 2026 is not complete.
        for days in [-180, -150, -120] { try await steps(1000, day: days) }
        for days in [-90, -60, -30] { try await steps(1200, day: days) }
        try await steps(1, day: 0)

        await model.refresh()

        #expect(
            model.trend
                == "Rising: 20 % more in the last three months than in the three before."
        )
    }

    @Test("A year is beside the year before, by month and up to yesterday")
    func yearBefore() async throws {
        for days in 1...14 {
            try await steps(1200, day: -days)
            try await steps(1000, day: -days - 365)
        }
        // Today is not complete.
        try await steps(1, day: 0)

        await model.refresh()

        #expect(model.previousMonths[0].value == 1000)
        #expect(model.previousMonths[0].valueText == "1,000 steps a day")
        #expect(model.previousMonths[1].value == nil)
        #expect(model.yearToDate?.hasPrefix("2026 is 20 % above 2025: 1,200 steps a day") == true)
        await model.show(subject: nil, year: 2024)
        #expect(model.yearTitle == "2024")
        #expect(model.yearToDate == "2024 and 2023 are compared once each has 14 days with data.")
        await model.show(subject: nil, year: 3000)
        #expect(model.yearTitle == "2026")
    }

    @Test("Weekdays begin with the first of the region, and average the days with data")
    func weekdays() async throws {
        // Today is a Thursday; a week and two weeks ago.
        try await steps(100, day: -7)
        try await steps(300, day: -14)
        try await steps(5, day: 0)

        await model.refresh()

        #expect(model.weekdays.map(\.label) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(model.weekdays[3].value == 200)
        #expect(model.weekdays[3].text == "200 steps")
        #expect(model.weekdays[3].days == 2)
        #expect(model.weekdays[0].value == nil)
        #expect(model.weekdays[0].text == "no data")
    }

    @Test("The rhythm shows a night on both of its days, stays, workouts and entries")
    func rhythm() async throws {
        try await record(
            .sleep,
            world.instant("22:00", day: -1),
            world.instant("06:00"),
            .duration(seconds: 28_800)
        )
        try await record(
            .workout,
            world.instant("12:00"),
            world.instant("13:30"),
            .duration(seconds: 5400)
        )
        let id = try await world.log("Coffee", "09:00")
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Visit")) }
        var stay = Event(
            eventTypeID: type,
            timestamp: try world.instant("18:00", day: -1),
            sourceType: .geofence
        )
        stay.locationName = "Home"
        try await world.store.write { [stay] in _ = try $0.entities.create(stay) }
        try await steps(10, day: 0)

        await model.refresh()

        let today = model.rhythm[0]
        let now = 15.5 / 24
        #expect(today.title == "Today")
        #expect(today.segments.map(\.kind).count == 4)
        let byKind = Dictionary(uniqueKeysWithValues: today.segments.map { ($0.title, $0) })
        #expect(byKind["Home"].map { [$0.start, $0.end] } == [0, now])
        #expect(byKind["Sleep"].map { [$0.start, $0.end] } == [0, 0.25])
        #expect(byKind["Sleep"]?.text.hasPrefix("Sleep, 22:00–") == true)
        #expect(byKind["Coffee"].map { [$0.start, $0.end] } == [0.375, 0.375])
        #expect(byKind["Coffee"]?.id == id)
        #expect(today.segments.contains { $0.kind == .workout && $0.start == 0.5 })
        let yesterday = model.rhythm[1]
        #expect(yesterday.segments.map(\.title) == ["Home", "Sleep"])
        #expect(yesterday.segments.map(\.end) == [1, 1])
        await model.loadMoreRhythm()
        #expect(model.rhythm.count == 2 * InsightsViewModel.rhythmPage)
    }
}

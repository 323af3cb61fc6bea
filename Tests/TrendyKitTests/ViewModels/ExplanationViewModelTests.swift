import Foundation
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Behind the number", .timeLimit(.minutes(20)))
struct ExplanationViewModelTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func explain(
        _ metric: HealthMetric,
        day days: Int = 0,
        samples: (any SampleProviding)? = nil,
        isReplica: Bool = false
    ) async throws -> DayExplanation {
        let model = ExplanationViewModel(
            metric: metric,
            day: world.day(days),
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            samples: samples,
            isReplica: isReplica
        )
        await model.refresh()
        #expect(model.problem == nil)
        return try #require(model.explanation)
    }

    /// Stores a day's steps as another device computes them.
    private func steps(_ hours: [Int: Int64], day days: Int = 0) async throws {
        let interval = world.zones.interval(of: world.day(days))
        var series = [JSONNumber?](repeating: 0, count: 24)
        for (hour, count) in hours { series[hour] = JSONNumber(count) }
        let key = "steps/\(world.day(days))"
        var event = Event(
            eventTypeID: HealthMetric.steps.eventTypeID,
            timestamp: interval.lowerBound,
            sourceType: .healthKit
        )
        event.endDate = interval.upperBound
        event.isAllDay = true
        event.healthKitCategory = "steps"
        event.naturalKey = key
        event.evidence = Evidence(sampleCount: 3, newest: try world.instant("12:10", day: days))
        event.properties["count"] = .number(JSONNumber(hours.values.reduce(0, +)))
        event.properties["hourly"] = .series(series)
        try await world.store.write { [event] transaction in
            if try transaction.entities.fetch(id: event.eventTypeID) == nil {
                try transaction.entities.create(
                    HealthMetric.steps.eventType,
                    id: event.eventTypeID
                )
            }
            try transaction.entities.create(event, id: .derived(kind: "event", naturalKey: key))
        }
    }

    @Test("A result of another device says when it was computed, and what this device cannot know")
    func elsewhere() async throws {
        try await steps([10: 3000, 12: 500])

        let text = try await explain(.steps)

        #expect(text.value == "3,500 steps")
        #expect(text.results.map(\.origin) == ["Computed by another of your devices, 15:30."])
        #expect(
            text.results.first?.evidence == "From 3 samples, the newest of which ends 12:10."
        )
        #expect(text.sources.isEmpty && text.merging == nil)
        #expect(text.unknown.contains { $0.contains("this device kept no raw samples") })
        #expect(text.unknown.contains { $0.contains("has never read this metric") })
        #expect(text.unknown.contains { $0.contains("not by which device") })
        #expect(text.facts.allSatisfy { $0.id != "Rejected samples of any day" })
    }

    @Test("Hours without a value until now are missing, hours to come are not")
    func gaps() async throws {
        try await steps([10: 3000, 12: 500])
        try await steps([0: 1, 23: 1], day: -1)

        let today = try await explain(.steps)
        let yesterday = try await explain(.steps, day: -1)

        #expect(
            today.missing == [
                "Nothing was measured at 0:00–10:00, 11:00–12:00, 13:00–15:00.",
                "The day is not over, so the number can still change.",
            ]
        )
        #expect(yesterday.missing == ["Nothing was measured at 1:00–23:00."])
    }

    @Test("A day without data is not zero, and a replica says why it knows no samples")
    func nothing() async throws {
        let text = try await explain(.heartRate, day: -5, isReplica: true)

        #expect(text.value == nil && text.results.isEmpty)
        #expect(text.missing.first?.contains("That is not zero") == true)
        #expect(text.unknown.contains { $0.contains("raw samples never leave the device") })
        #expect(text.unknown.contains { $0.contains("only the device that reads the samples") })
    }

    @Test("Workouts are not computed from samples")
    func workouts() async throws {
        let text = try await explain(.workout)

        #expect(text.unknown.contains { $0.contains("taken over as a whole") })
    }

    @Test("An entry of the person says so")
    func manual() async throws {
        _ = try await world.engine.recordHealthEvent(
            .water(milliliters: 250, at: try world.instant("08:00"))
        )

        let text = try await explain(.water)

        #expect(text.value == "250 ml")
        #expect(text.results.map(\.origin) == ["Entered by you, last changed 15:30."])
    }

    @Test("Samples show what each source says, what overlapped, and whether they give the number")
    func sources() async throws {
        try await steps([10: 2900, 12: 500])
        let samples = SampleList([
            try sample("10:00", "10:20", 2000, source: 0),
            try sample("10:10", "10:30", 1800, source: 1),
            try sample("12:00", "12:10", 500, source: 1),
        ])

        let text = try await explain(.steps, samples: samples)

        #expect(text.sources.map(\.name) == ["Watch", "Phone"])
        #expect(text.sources.map(\.alone) == ["2,000 steps", "2,300 steps"])
        #expect(text.sources.map(\.counted) == ["2,000 steps", "1,400 steps"])
        #expect(text.sources.map(\.overlapped) == ["none", "10 min"])
        #expect(text.sources.map { $0.part?.lowerBound } == [0, 2000.0 / 3400])
        #expect(text.merging?.contains("highest priority") == true)
        #expect(text.agreement == "These samples give the stored number.")
        #expect(text.agrees)

        try await steps([10: 3000, 12: 500], day: -1)
        let yesterday = try await explain(
            .steps,
            day: -1,
            samples: SampleList([sample("10:00", "10:20", 2000, source: 0, day: -1)])
        )
        #expect(!yesterday.agrees)
        #expect(yesterday.agreement?.contains("2,000 steps") == true)
        #expect(yesterday.merging == "There is one source, so nothing was merged.")
    }

    @Test("A day that was computed in another time zone says so instead of blaming the samples")
    func otherZone() async throws {
        try await steps([10: 3000])
        let model = ExplanationViewModel(
            metric: .steps,
            day: world.day(),
            store: world.store,
            dependencies: world.dependencies,
            formats: DisplayFormatter(locale: Locale(identifier: "en_GB")) { ZoneHistory(.gmt) },
            samples: SampleList([try sample("00:10", "00:20", 2000, source: 0, day: 1)]),
            isReplica: false
        )
        await model.refresh()
        // The day in Paris begins on the day before in Greenwich.
        #expect(model.explanation?.value == nil)

        try await steps([10: 3000], day: 1)
        await model.refresh()
        #expect(model.explanation?.value == "3,000 steps")
        #expect(model.explanation?.agreement?.contains("a day that begins 23:00") == true)
        #expect(model.explanation?.agrees == false)
    }

    @Test("The choice offers the metrics with data and the shown one, by group")
    func choice() async throws {
        try await steps([10: 3000])
        let model = ExplanationViewModel(
            metric: .heartRate,
            day: world.day(),
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            samples: nil,
            isReplica: false
        )

        await model.refresh()

        #expect(model.groups.map(\.metrics) == [[.steps], [.heartRate]])
        #expect(model.nextDay == nil && model.previousDay == world.day(-1))
    }

    private func sample(
        _ start: String,
        _ end: String,
        _ value: Double,
        source: Int,
        day: Int = 0
    ) throws -> HealthSample {
        HealthSample(
            start: try world.instant(start, day: day),
            end: try world.instant(end, day: day),
            value: value,
            source: source
        )
    }
}

/// Samples of one metric that a device keeps.
private struct SampleList: SampleProviding, HealthSource {
    let sources = [
        HealthSourceDescription(name: "Watch", kind: .watch),
        HealthSourceDescription(name: "Phone", kind: .phone),
    ]
    let hasFingerprints = false
    private let kept: [HealthSample]

    init(_ samples: [HealthSample]) {
        kept = samples
    }

    func withSamples<Value: Sendable>(
        _ body: @Sendable (any HealthSource) async throws -> Value
    ) async throws -> Value? {
        try await body(self)
    }

    func samples(of category: HealthMetric, in span: Range<Instant>) -> [HealthSample] {
        kept.filter { span.contains($0.start) }
    }

    func changes(of category: HealthMetric, since anchor: [UInt8]?, limit: Int) -> HealthChanges {
        HealthChanges(spans: [], anchor: nil)
    }

    func summaries(of category: HealthMetric, in span: Range<Instant>) -> [SummarySample] { [] }
    func hasSamples(of category: HealthMetric, type: Int) -> Bool { true }
    func boundary(of category: HealthMetric) -> Instant? { nil }
    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
    func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }
}

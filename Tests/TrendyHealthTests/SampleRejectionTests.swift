import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Rejected samples")
struct SampleRejectionTests {
    private static let last = Instant(seconds: 65_700 * 86_400)

    private func rejection(
        _ kind: HealthType.Kind,
        from start: Instant,
        until end: Instant,
        _ value: Double = 3
    ) -> SampleRejection? {
        SampleRejection.of(kind, start: start, end: end, value: value)
    }

    @Test(
        "Dates from 1970 until 2149 are valid, and no end is before its start",
        arguments: [
            (0, 0, nil), (0, 1, nil), (-1, 1, .dateOutOfRange), (-2, -1, .dateOutOfRange),
            (5, 4, .endBeforeStart), (5, -1, .dateOutOfRange),
        ] as [(Int64, Int64, SampleRejection?)]
    )
    func dates(start: Int64, end: Int64, expected: SampleRejection?) {
        let from = Instant(milliseconds: start)
        let until = Instant(milliseconds: end)

        #expect(
            rejection(HealthType.quantity("StepCount", .count).kind, from: from, until: until)
                == expected
        )
        #expect(rejection(.span, from: from, until: until) == expected)
        #expect(rejection(.workout, from: from, until: until, .nan) == expected)
    }

    @Test("A sample that ends beyond the last valid date is rejected")
    func lastDate() {
        let end = Self.last - .milliseconds(1)
        let start = at("2026-01-05T10:00:00Z")

        #expect(rejection(.span, from: end, until: end) == nil)
        #expect(rejection(.span, from: start, until: end) == nil)
        #expect(rejection(.span, from: start, until: Self.last) == .dateOutOfRange)
        #expect(rejection(.span, from: Self.last, until: Self.last) == .dateOutOfRange)
    }

    @Test("Sleep needs a known stage and a length")
    func sleep() {
        let (start, end) = (at("2026-01-05T01:00:00Z"), at("2026-01-05T01:00:00.001Z"))

        #expect(rejection(.sleepAnalysis, from: start, until: end) == nil)
        #expect(rejection(.sleepAnalysis, from: start, until: start) == .noLength)
        for stage in [6.0, -1, 2.5, .nan, 1e300] {
            #expect(rejection(.sleepAnalysis, from: start, until: end, stage) == .noValue)
        }
    }

    @Test(
        "An amount is at least zero, and at most the largest possible one of its unit",
        arguments: [
            (.count, 1e6), (.meters, 1e6), (.kilocalories, 1e5), (.milliliters, 1e5),
            (.milliseconds, 1e5), (.perMinute, 1e3), (.kilograms, 1e3),
        ] as [(HealthUnit, Double)]
    )
    func amounts(unit: HealthUnit, most: Double) {
        let start = at("2026-01-05T01:00:00Z")
        func isRejected(_ value: Double) -> Bool {
            rejection(HealthType.quantity("Any", unit).kind, from: start, until: start, value)
                == .impossibleValue
        }

        #expect([0, 1, most].map(isRejected) == [false, false, false])
        #expect(
            [-0.001, most.nextUp, .infinity, -.infinity, .nan].map(isRejected) == [
                true, true, true, true, true,
            ]
        )
    }

    @Test("A workout keeps its possible values, and its impossible ones are counted")
    func workouts() {
        let start = at("2026-01-05T01:00:00Z")
        var workout = WorkoutSample(activity: "Running", start: start, end: start, source: 0)
        let ofNone = workout.removeImpossible()
        workout.energyKilocalories = 1e5
        workout.distanceMeters = -1
        workout.averageHeartRate = 1000
        workout.maximumHeartRate = 1001
        let ofFour = workout.removeImpossible()

        #expect(ofNone == 0 && ofFour == 2)
        #expect(workout.energyKilocalories == 1e5 && workout.averageHeartRate == 1000)
        #expect(workout.distanceMeters == nil && workout.maximumHeartRate == nil)
        workout.energyKilocalories = .nan
        workout.averageHeartRate = .infinity
        let ofTwo = workout.removeImpossible()
        #expect(ofTwo == 2)
        #expect(workout.energyKilocalories == nil && workout.averageHeartRate == nil)
    }

    @Test("A duration is plausible from zero to ten years")
    func durations() {
        let tenYears = 10 * 366 * 86_400.0

        #expect(Duration(plausibleSeconds: 0) == .zero)
        #expect(Duration(plausibleSeconds: 0.0006) == .milliseconds(1))
        #expect(Duration(plausibleSeconds: 61.25) == .milliseconds(61_250))
        #expect(Duration(plausibleSeconds: tenYears - 1) == .seconds(Int64(tenYears) - 1))
        for seconds in [-0.001, tenYears, .infinity, -.infinity, .nan] {
            #expect(Duration(plausibleSeconds: seconds) == nil)
        }
    }
}

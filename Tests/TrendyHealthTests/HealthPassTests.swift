import Foundation
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyHealth

@Suite("Days and inputs of a capture pass")
struct HealthPassTests {
    private let device: CapturingDevice
    private let day = CalendarDay(daysSinceEpoch: 20_458)

    init() throws { device = try CapturingDevice() }

    private func pass(_ category: HealthMetric) -> HealthPass {
        HealthPass(
            category: category,
            store: device.store,
            source: device.source,
            zones: ZoneHistory(.gmt),
            now: Instant(seconds: 1_768_000_000),
            settings: HealthSettings(),
            sourceOrder: [],
            isDeadlineExceeded: { false },
            shouldStop: { false }
        )
    }

    private func input(_ samples: [UInt32]) -> DaySamples {
        DaySamples(day: day, inputHash: [1], samples: samples)
    }

    @Test("A changed span affects the days that it overlaps, and those that look at it")
    func affectedDays() throws {
        func days(_ category: HealthMetric, _ start: String, _ end: String) -> [String] {
            pass(category).affectedDays(by: [at(start)..<at(end)]).runs
                .map { "\($0.lowerBound)…\($0.upperBound)" }
        }
        let (midnight, noon) = ("2026-01-06T00:00:00Z", "2026-01-05T12:00:00Z")

        #expect(days(.steps, noon, midnight) == ["2026-01-05…2026-01-05"])
        #expect(days(.steps, noon, "2026-01-06T00:00:00.001Z") == ["2026-01-05…2026-01-06"])
        #expect(days(.steps, midnight, "2026-01-06T01:00:00Z") == ["2026-01-06…2026-01-06"])
        #expect(days(.steps, noon, noon) == [])
        #expect(
            days(.workout, "2026-01-06T00:00:01Z", "2026-01-06T23:59:57.999Z") == [
                "2026-01-05…2026-01-06"
            ]
        )
        #expect(
            days(.workout, "2026-01-06T00:00:02Z", "2026-01-06T23:59:58.001Z") == [
                "2026-01-06…2026-01-07"
            ]
        )
        #expect(days(.sleep, noon, midnight) == ["2026-01-03…2026-01-07"])
    }

    @Test("Of equal fingerprints, as many are missing as there are fewer")
    func missing() {
        let pass = pass(.workout)

        #expect(pass.missing(input([5]), since: input([5, 5, 7])) == [5, 7])
        #expect(pass.missing(input([5, 5, 8]), since: input([5, 5])) == [])
        #expect(pass.missing(input([]), since: input([4])) == [4])
    }

    @Test("Samples and measurements are missing unless a deletion explains it")
    func isMissing() {
        let pass = pass(.workout)
        let (sum, rate, other) = (
            SampleFingerprint.measurement(1), SampleFingerprint.measurement(2),
            SampleFingerprint.measurement(3)
        )
        func lacks(_ new: [UInt32], _ old: [UInt32], deleted: Set<UInt32> = []) -> [Bool] {
            let lacks = pass.isMissing([input(new)], [day: input(old)], deleted)
            return [lacks.samples, lacks.measurements]
        }

        #expect(lacks([1, 2, sum], [1, 2, sum]) == [false, false])
        #expect(lacks([1, sum], [1, 2, sum]) == [true, false])
        #expect(lacks([1, sum], [1, 2, sum], deleted: [2]) == [false, false])
        #expect(lacks([1], [1, sum]) == [false, true])
        #expect(lacks([1], [1, sum], deleted: [1]) == [false, true])
        // A deleted workout takes its own sums and its heart rate along, but no more.
        #expect(lacks([1], [1, 2, sum, rate], deleted: [2]) == [false, false])
        #expect(lacks([1], [1, 2, sum, rate, other], deleted: [2]) == [false, true])
        let markers = [HealthPass.unreadableRouteMarker, HealthPass.unreadableSampleMarker]
        #expect(lacks([1], [1] + markers) == [false, false])
        let ofOtherDay = pass.isMissing([input([])], [day.advanced(by: 1): input([5])], [])
        #expect(!ofOtherDay.samples && !ofOtherDay.measurements)
    }

    @Test("Before the authorization window, missing samples are retained as unreadable")
    func unreadable() throws {
        let span = at("2026-01-05T00:00:00Z")..<at("2026-01-06T00:00:00Z")
        func unreadable(
            _ category: HealthMetric,
            from limit: Instant?,
            _ new: [UInt32],
            _ old: [UInt32],
            gone: Set<UInt32> = []
        ) -> HealthPass.UnreadableSamples? {
            var outcome = HealthPass.Outcome()
            outcome.readableFrom = limit
            return pass(category)
                .unreadableSamples(input(new), span, since: input(old), gone, outcome)
        }
        func retained(
            _ category: HealthMetric,
            from limit: Instant?,
            _ new: [UInt32] = [2],
            _ old: [UInt32] = [1, 2],
            gone: Set<UInt32> = []
        ) -> Instant? {
            unreadable(category, from: limit, new, old, gone: gone)?.retainedBefore
        }
        let (start, end) = (span.lowerBound, span.upperBound)
        let noon = at("2026-01-05T12:00:00Z")
        let marker = HealthPass.unreadableSampleMarker

        #expect(retained(.steps, from: nil) == nil && retained(.steps, from: start) == nil)
        #expect(retained(.steps, from: noon, [2], [2]) == nil)
        #expect(retained(.steps, from: noon, gone: [1]) == nil)
        let steps = try #require(unreadable(.steps, from: noon, [9], [1, 2, 9], gone: [2]))
        #expect(steps.day.samples == [1, 9, marker] && steps.retainedBefore == noon)
        let route = HealthPass.unreadableRouteMarker
        let workout = try #require(unreadable(.workout, from: noon, [2], [1, 2, route]))
        #expect(workout.day.samples == [1, 2, marker])
        #expect(workout.retainedBefore == noon + .seconds(2))
        #expect(retained(.workout, from: start + .seconds(1)) == start + .seconds(3))
        #expect(retained(.workout, from: start - .seconds(2)) == nil)
        // The sessions of a night are numbered, so the whole day is retained.
        #expect(retained(.sleep, from: noon) == end)
        #expect(retained(.sleep, from: end + .seconds(60)) == end + .seconds(60))
        #expect(retained(.sleep, from: start) == start + .seconds(3600))
        #expect(retained(.sleep, from: start - .seconds(3600)) == start)
    }
}

@Suite("Rules of a capture pass")
struct HealthPassRulesTests {
    private let day = CalendarDay(daysSinceEpoch: 20_458)

    private func input(_ samples: [UInt32]) -> DaySamples {
        DaySamples(day: day, inputHash: [1], samples: samples)
    }

    @Test(
        "A page has as many days as fit, from one to 180",
        arguments: [
            (0, 8, 180), (8000, 8, 40), (40_000, 8, 8), (320_000, 8, 1), (900_000, 1, 1),
            (222 * 8, 8, 180), (223 * 8, 8, 179),
        ]
    )
    func pageSize(samples: Int, days: Int, size: Int) {
        #expect(HealthPass.size(after: samples, days: days) == size)
    }

    @Test("Inputs are known when each day has the stored one, or none and no samples")
    func known() {
        let stored = [day: input([5, 6])]

        #expect(HealthPass.isKnown([input([5, 6])], stored))
        #expect(!HealthPass.isKnown([input([5])], stored))
        #expect(!HealthPass.isKnown([], stored))
        #expect(HealthPass.isKnown([input([])], [:]))
        #expect(!HealthPass.isKnown([input([5])], [:]))
        #expect(!HealthPass.isKnown([input([])], stored))
    }
}

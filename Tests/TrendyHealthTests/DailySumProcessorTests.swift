import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Daily sums")
struct DailySumProcessorTests {
    private let processor = DailySumProcessor(category: "steps", property: "count")

    @Test("Only samples that touch the computed day count for it")
    func bounds() {
        let results = processor.process(
            [
                HealthSample("2026-01-04T22:00:00Z", "2026-01-04T23:00:00Z", 1000),
                HealthSample("2026-01-05T00:00:00Z", "2026-01-05T00:00:00Z", 7),
                HealthSample("2026-01-05T10:00:00Z", "2026-01-05T10:30:00Z", 100),
                HealthSample("2026-01-06T00:00:00Z", "2026-01-06T00:00:00Z", 2000),
                HealthSample("2026-01-06T00:00:00Z", "2026-01-06T01:00:00Z", 3000),
                HealthSample("2026-01-07T00:00:00Z", "2026-01-07T01:00:00Z", 4000),
            ],
            .days("2026-01-05")
        )

        #expect(results.map(\.key) == ["2026-01-05"])
        #expect(results.map(\.evidence.sampleCount) == [2])
        #expect(results.map(\.evidence.newest) == [at("2026-01-05T10:30:00Z")])
        #expect(
            results.first?.properties.texts == [
                "count": "107", "hourly": hourly([0: "7", 10: "100"], other: "0"),
            ]
        )
    }

    @Test("A sample across midnight counts for both days, with its share for each")
    func acrossMidnight() {
        let results = processor.process(
            [
                HealthSample("2026-01-05T22:00:00Z", "2026-01-06T00:00:00Z", 20),
                HealthSample("2026-01-05T23:45:00Z", "2026-01-06T00:15:00Z", 60, source: 1),
            ],
            .days("2026-01-05", "2026-01-07")
        )

        #expect(results.map(\.key) == ["2026-01-05", "2026-01-06"])
        #expect(results.map { $0.properties.texts["count"] } == ["20", "30"])
        #expect(results.map(\.evidence.sampleCount) == [2, 1])
        #expect(
            results.map(\.evidence.newest) == [
                at("2026-01-06T00:15:00Z"), at("2026-01-06T00:15:00Z"),
            ]
        )
    }

    @Test("The result of a day covers the whole local day and knows its deleted samples")
    func wholeDay() {
        let results = processor.process(
            [HealthSample("2026-03-29T10:00:00Z", "2026-03-29T10:10:00Z", 1.23456)],
            .days("2026-03-28", "2026-03-29", zone: "Europe/Berlin", deletions: ["2026-03-29": 3])
        )

        #expect(results.map(\.category) == ["steps"])
        #expect(results.map(\.day.description) == ["2026-03-29"])
        #expect(results.map(\.start) == [at("2026-03-28T23:00:00Z")])
        #expect(results.map(\.end) == [at("2026-03-29T22:00:00Z")])
        #expect(results.map(\.isAllDay) == [true])
        #expect(
            results.map(\.evidence) == [
                Evidence(sampleCount: 1, deletedCount: 3, newest: at("2026-03-29T10:10:00Z"))
            ]
        )
        #expect(results.first?.properties.texts["count"] == "1.235")
    }

    @Test("Without deletions, none is counted")
    func noDeletions() {
        let results = processor.process(
            [HealthSample("2026-01-05T10:00:00Z", "2026-01-05T10:30:00Z", 1)],
            .days("2026-01-05", deletions: ["2026-01-04": 2])
        )

        #expect(results.map(\.evidence.deletedCount) == [0])
    }
}

import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Sleep sessions")
struct SleepProcessorTests {
    private func nights(
        _ samples: [HealthSample],
        in context: ProcessingContext = .days("2026-01-15")
    ) -> [ProcessedHealthData] {
        SleepProcessor().process(samples, context)
    }

    @Test(
        "A gap of up to an hour is part of a session",
        arguments: [
            ("00:59:00.000", ["2026-01-15/1"]), ("01:00:00.000", ["2026-01-15/1"]),
            ("01:00:00.001", ["2026-01-15/1", "2026-01-15/2"]),
        ]
    )
    func gap(start: String, keys: [String]) {
        let results = nights([
            HealthSample("2026-01-14T22:00:00Z", "2026-01-15T00:00:00Z", 3),
            HealthSample("2026-01-15T\(start)Z", "2026-01-15T06:00:00Z", 3),
        ])

        #expect(results.map(\.key) == keys)
    }

    @Test("A short stage inside a long one does not end the session early")
    func nested() {
        let results = nights([
            HealthSample("2026-01-14T22:00:00Z", "2026-01-15T06:00:00Z", 1),
            HealthSample("2026-01-14T23:00:00Z", "2026-01-14T23:30:00Z", 2),
            HealthSample("2026-01-15T06:30:00Z", "2026-01-15T07:00:00Z", 1),
        ])

        #expect(results.map(\.start) == [at("2026-01-14T22:00:00Z")])
        #expect(results.map(\.end) == [at("2026-01-15T07:00:00Z")])
    }

    @Test(
        "Values that no sample has are missing, not zero",
        arguments: [
            (3.0, ["asleep": "7200", "core": "7200", "efficiency": "1"]),
            (1.0, ["asleep": "7200", "efficiency": "1"]),
            (4.0, ["asleep": "7200", "deep": "7200", "efficiency": "1"]),
            (5.0, ["asleep": "7200", "rem": "7200", "efficiency": "1"]),
            (0.0, ["asleep": "0", "in_bed": "7200"]), (2.0, ["asleep": "0", "awake": "7200"]),
        ]
    )
    func missing(stage: Double, values: [String: String]) {
        let results = nights([
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T03:00:00Z", stage)
        ])

        #expect(results.map(\.properties.texts) == [values])
    }

    @Test("A stage that a source of higher priority covers counts nothing")
    func covered() {
        let results = nights([
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T05:00:00.500Z", 3),
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T02:00:00Z", 4, source: 1),
            HealthSample("2026-01-15T03:00:00Z", "2026-01-15T05:00:00.500Z", 5, source: 1),
        ])

        #expect(
            results.map(\.properties.texts) == [
                ["asleep": "14400.5", "core": "14400.5", "efficiency": "1"]
            ]
        )
    }

    @Test("Time in bed is the union of all sources, and at least the time asleep and awake")
    func inBed() {
        let results = nights([
            HealthSample("2026-01-14T22:00:00Z", "2026-01-15T02:00:00Z", 0, source: 1),
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T03:00:00Z", 0, source: 2),
            HealthSample("2026-01-15T00:00:00Z", "2026-01-15T02:30:00Z", 3),
            HealthSample("2026-01-15T12:00:00Z", "2026-01-15T13:00:00Z", 0),
            HealthSample("2026-01-15T12:00:00Z", "2026-01-15T15:00:00Z", 3),
            HealthSample("2026-01-15T15:00:00Z", "2026-01-15T16:00:00Z", 2),
        ])

        #expect(results.map { $0.properties.texts["in_bed"] } == ["18000", "3600"])
        #expect(results.map { $0.properties.texts["efficiency"] } == ["0.5", "0.75"])
    }

    @Test("Within a source, the more specific of two simultaneous stages counts")
    func specific() {
        let results = nights([
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T02:00:00Z", 1),
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T02:00:00Z", 3),
            HealthSample("2026-01-15T02:00:00Z", "2026-01-15T03:00:00Z", 3),
            HealthSample("2026-01-15T02:00:00Z", "2026-01-15T03:00:00Z", 5),
            HealthSample("2026-01-15T03:00:00Z", "2026-01-15T04:00:00Z", 5),
            HealthSample("2026-01-15T03:00:00Z", "2026-01-15T04:00:00Z", 4),
            HealthSample("2026-01-15T04:00:00Z", "2026-01-15T05:00:00Z", 4),
            HealthSample("2026-01-15T04:00:00Z", "2026-01-15T05:00:00Z", 2),
        ])

        #expect(
            results.map(\.properties.texts) == [
                [
                    "asleep": "10800", "core": "3600", "rem": "3600", "deep": "3600",
                    "awake": "3600", "efficiency": "0.75",
                ]
            ]
        )
    }

    @Test("Sleep that ended in the second half of the day before is evidence for a night")
    func evidence() {
        let results = nights(
            [
                HealthSample("2026-01-14T09:00:00Z", "2026-01-14T11:59:59.999Z", 3),
                HealthSample("2026-01-14T14:00:00Z", "2026-01-14T15:00:00Z", 3),
                HealthSample("2026-01-14T23:00:00Z", "2026-01-15T06:00:00Z", 3),
                HealthSample("2026-01-15T06:00:00Z", "2026-01-15T07:00:00Z", 2),
            ],
            in: .days("2026-01-14", "2026-01-15", deletions: ["2026-01-15": 4])
        )

        #expect(results.map(\.key) == ["2026-01-14/1", "2026-01-14/2", "2026-01-15/1"])
        #expect(results.map(\.evidence.sampleCount) == [2, 2, 3])
        #expect(results.map(\.evidence.deletedCount) == [0, 0, 4])
        #expect(results.last?.evidence.newest == at("2026-01-15T07:00:00Z"))
        let atNoon = nights([
            HealthSample("2026-01-14T11:00:00Z", "2026-01-14T12:00:00Z", 3),
            HealthSample("2026-01-15T01:00:00Z", "2026-01-15T02:00:00Z", 3),
        ])
        #expect(atNoon.map(\.evidence.sampleCount) == [2])
    }

    @Test("A session belongs to the day it ends on, and other days get none of it")
    func wakeDay() {
        let samples = [
            HealthSample("2026-01-13T23:00:00Z", "2026-01-14T06:00:00Z", 3),
            HealthSample("2026-01-14T23:00:00Z", "2026-01-15T06:00:00Z", 3),
            HealthSample("2026-01-15T13:00:00Z", "2026-01-15T14:00:00Z", 3),
            HealthSample("2026-01-15T23:00:00Z", "2026-01-16T00:00:00Z", 3),
        ]

        #expect(nights(samples).map(\.key) == ["2026-01-15/1", "2026-01-15/2"])
        #expect(nights(samples, in: .days("2026-01-16")).map(\.key) == ["2026-01-16/1"])
    }

    @Test("A stage without length is no session")
    func withoutLength() {
        #expect(
            nights([HealthSample("2026-01-15T01:00:00Z", "2026-01-15T01:00:00Z", 3)]).isEmpty
        )
    }
}

import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Entries and mindful sessions")
struct EntryProcessorTests {
    private func keys(_ samples: [HealthSample]) -> [String] {
        EntryProcessor(category: "water", property: "milliliters")
            .process(samples, .days("2026-01-05")).map(\.key)
    }

    @Test("Equal entries of one second are numbered; other amounts and seconds start at 1")
    func numbers() {
        func drink(_ time: String, _ amount: Double) -> HealthSample {
            HealthSample(time, time, amount)
        }

        #expect(
            keys([
                drink("2026-01-05T10:00:00Z", 250), drink("2026-01-05T10:00:00.900Z", 250),
                drink("2026-01-05T10:00:00.950Z", 250.0004), drink("2026-01-05T10:00:00.960Z", 300),
                drink("2026-01-05T10:00:01Z", 250),
            ]) == [
                "1767607200/250/1", "1767607200/250/2", "1767607200/250/3", "1767607200/300/1",
                "1767607201/250/1",
            ]
        )
        #expect(
            keys([
                drink("2026-01-04T23:59:59.999Z", 1), drink("2026-01-05T00:00:00Z", 2),
                drink("2026-01-05T23:59:59.999Z", 3), drink("2026-01-06T00:00:00Z", 4),
            ]) == ["1767571200/2/1", "1767657599/3/1"]
        )
    }

    @Test("An entry has its amount, its whole second and its own evidence")
    func content() {
        let results = EntryProcessor(category: "body_mass", property: "kilograms").process(
            [HealthSample("2026-01-05T23:30:00.700Z", "2026-01-05T23:30:00.700Z", 71.23456)],
            .days("2026-01-06", zone: "Europe/Berlin")
        )

        #expect(results.map(\.category) == ["body_mass"])
        #expect(results.map(\.properties.texts) == [["kilograms": "71.235"]])
        #expect(results.map(\.start) == [at("2026-01-05T23:30:00Z")])
        #expect(results.map(\.end) == [nil])
        #expect(results.map(\.day.description) == ["2026-01-06"])
        #expect(
            results.map(\.evidence) == [
                Evidence(sampleCount: 1, newest: at("2026-01-05T23:30:00.700Z"))
            ]
        )
    }

    @Test("Mindful sessions that begin in one second are one event, of the source that ranks first")
    func sessions() {
        let results = MindfulnessProcessor().process(
            [
                HealthSample("2026-01-04T23:59:59Z", "2026-01-05T00:10:00Z", 0),
                HealthSample("2026-01-05T10:00:00Z", "2026-01-05T10:20:00Z", 0, source: 2),
                HealthSample("2026-01-05T10:00:00.200Z", "2026-01-05T10:05:00.700Z", 0),
                HealthSample("2026-01-05T10:00:00.300Z", "2026-01-05T10:15:00.300Z", 0),
                HealthSample("2026-01-05T10:00:01Z", "2026-01-05T10:01:01Z", 0, source: 1),
                HealthSample("2026-01-06T00:00:00Z", "2026-01-06T00:10:00Z", 0),
            ],
            .days("2026-01-05")
        )

        #expect(results.map(\.key) == ["1767607200", "1767607201"])
        #expect(
            results.map(\.properties.texts) == [["duration": "300.5"], ["duration": "60"]]
        )
        #expect(results.map(\.end) == [at("2026-01-05T10:05:00Z"), at("2026-01-05T10:01:01Z")])
        #expect(results.map(\.evidence.sampleCount) == [3, 1])
        #expect(
            results.map(\.evidence.newest) == [
                at("2026-01-05T10:20:00Z"), at("2026-01-05T10:01:01Z"),
            ]
        )
    }
}

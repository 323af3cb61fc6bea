import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Readings")
struct ReadingsProcessorTests {
    private let processor = ReadingsProcessor(
        category: "heart_rate",
        places: 10,
        secondType: "resting"
    )

    private func reading(_ time: String, _ value: Double, until end: String? = nil) -> HealthSample
    {
        HealthSample(time, end ?? time, value)
    }

    private func resting(_ time: String, _ value: Double, until end: String? = nil) -> HealthSample
    {
        var sample = reading(time, value, until: end)
        sample.type = 1
        return sample
    }

    @Test("Resting readings are no part of the day's and the hours' readings")
    func secondType() {
        let results = processor.process(
            [
                resting("2026-01-05T08:00:00Z", 50), reading("2026-01-05T10:00:00Z", 61.26),
                reading("2026-01-05T10:30:00Z", 80), resting("2026-01-05T10:45:00Z", 52.34),
            ],
            .days("2026-01-05")
        )

        #expect(results.map(\.evidence.sampleCount) == [4])
        #expect(
            results.map(\.properties.texts) == [
                [
                    "minimum": "61.3", "average": "70.6", "maximum": "80", "readings": "2",
                    "last": "80",
                    "hourly_minimum": hourly([10: "61.3"], other: "null"),
                    "hourly_average": hourly([10: "70.6"], other: "null"),
                    "hourly_maximum": hourly([10: "80"], other: "null"), "resting": "52.3",
                ]
            ]
        )
    }

    @Test("The resting heart rate is the one that ends last, and of two such the later in order")
    func lastResting() {
        func value(_ samples: HealthSample...) -> String? {
            processor.process(samples, .days("2026-01-05")).first?.properties.texts["resting"]
        }
        let long = resting("2026-01-05T06:00:00Z", 51, until: "2026-01-05T22:00:00Z")
        let inside = resting("2026-01-05T20:00:00Z", 57)

        #expect(value(long, inside) == "51")
        #expect(value(inside) == "57")
        #expect(value(inside, resting("2026-01-05T20:00:00Z", 58)) == "58")
        #expect(value(inside, resting("2026-01-05T20:00:01Z", 59)) == "59")
    }

    @Test("A day with only resting readings has no other values")
    func onlyResting() {
        let results = processor.process(
            [resting("2026-01-05T08:00:00Z", 50)],
            .days("2026-01-04", "2026-01-06")
        )

        #expect(results.map(\.key) == ["2026-01-05"])
        #expect(results.map(\.properties.texts) == [["resting": "50"]])
    }

    @Test("A reading belongs to the day that it begins on, from its first to its last moment")
    func bounds() {
        let results = processor.process(
            [
                reading("2026-01-04T23:59:59.999Z", 200, until: "2026-01-05T00:10:00Z"),
                reading("2026-01-05T00:00:00Z", 60), reading("2026-01-05T23:59:59.999Z", 70),
                reading("2026-01-06T00:00:00Z", 300),
            ],
            .days("2026-01-05")
        )

        #expect(results.map(\.evidence.sampleCount) == [2])
        #expect(results.map(\.evidence.newest) == [at("2026-01-05T23:59:59.999Z")])
        #expect(results.first?.properties.texts["minimum"] == "60")
        #expect(results.first?.properties.texts["maximum"] == "70")
        #expect(
            results.first?.properties.texts["hourly_average"]
                == hourly([0: "60", 23: "70"], other: "null")
        )
    }

    @Test("Without a property for the second type, its readings have no value")
    func withoutSecondType() {
        let results = ReadingsProcessor(category: "heart_rate_variability", secondType: nil)
            .process([resting("2026-01-05T08:00:00Z", 50)], .days("2026-01-05"))

        #expect(results.map(\.properties.texts) == [[:]])
    }
}

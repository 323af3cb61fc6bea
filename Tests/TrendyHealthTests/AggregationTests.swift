import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("The ways to aggregate a day")
struct AggregationTests {
    private let day = ProcessingContext.days("2026-01-05")

    private func run(_ metric: HealthMetric, _ samples: [HealthSample]) -> PropertyBag {
        guard case .samples(let process) = metric.processing else { return PropertyBag() }
        let results = process(samples, day)
        return results.first { $0.day.description == "2026-01-05" }?.properties ?? PropertyBag()
    }

    private func sample(
        _ start: String,
        _ value: Double,
        seconds: Int64 = 0,
        source: Int = 0,
        type: UInt8 = 0
    ) -> HealthSample {
        let start = at("2026-01-05T\(start)Z")
        return HealthSample(
            start: start,
            end: start + .seconds(seconds),
            value: value,
            source: source,
            type: type
        )
    }

    private func number(_ bag: PropertyBag, _ key: String) -> Double? {
        switch bag[key] {
        case .number(let number), .duration(let number): number.double
        default: nil
        }
    }

    private func metric(_ name: String) throws -> HealthMetric {
        try #require(HealthMetric(rawValue: name))
    }

    @Test("Readings have an arithmetic mean, extremes, the last value and their number")
    func discrete() throws {
        let bag = run(
            try metric("oxygen_saturation"),
            [sample("01:00:00", 90), sample("02:00:00", 99), sample("03:00:00", 96)]
        )

        #expect(number(bag, "average") == 95)
        #expect(number(bag, "minimum") == 90)
        #expect(number(bag, "maximum") == 99)
        #expect(number(bag, "last") == 96)
        #expect(number(bag, "readings") == 3)
    }

    @Test("A temporally weighted mean holds a value until the next one, at most ten minutes")
    func weighted() throws {
        // 60 holds for 10 minutes, 120 for 5 minutes, 90 for 10 minutes.
        let bag = run(
            try metric("atrial_fibrillation_burden"),
            [sample("01:00:00", 60), sample("02:00:00", 120), sample("02:05:00", 90)]
        )

        #expect(number(bag, "average") == 84)
    }

    @Test("A reading holds no longer than its day")
    func weightedAtMidnight() throws {
        // 60 holds for 10 minutes, 90 for one.
        let bag = run(
            try metric("atrial_fibrillation_burden"),
            [sample("01:00:00", 60), sample("23:59:00", 93)]
        )

        #expect(number(bag, "average") == 63)
    }

    @Test("A level is the mean of the energy over time")
    func level() throws {
        let bag = run(
            try metric("environmental_audio_exposure"),
            [sample("01:00:00", 60, seconds: 900), sample("02:00:00", 90, seconds: 100)]
        )

        // 10 · log10((900 · 10⁶ + 100 · 10⁹) / 1000)
        #expect(number(bag, "average") == 80.039)
        #expect(number(bag, "maximum") == 90)
    }

    @Test("Only the last value of a height counts")
    func latest() throws {
        let bag = run(try metric("height"), [sample("01:00:00", 180), sample("02:00:00", 181)])

        #expect(number(bag, "last") == 181)
        #expect(bag["average"] == nil)
    }

    @Test("Of several values with the same end the one that starts last counts, then the larger")
    func latestOfEqualEnds() throws {
        let samples = [
            sample("01:00:00", 180, seconds: 3600), sample("01:30:00", 170, seconds: 1800),
            sample("01:30:00", 175, seconds: 1800, source: 1), sample("01:45:00", 190),
        ]

        #expect(number(run(try metric("height"), samples), "last") == 175)
        #expect(number(run(try metric("height"), samples.reversed()), "last") == 175)
    }

    @Test("A sum over two sources is merged, without hours where none are kept")
    func cumulative() throws {
        let bag = run(
            try metric("dietary_protein"),
            [sample("01:00:00", 20), sample("02:00:00", 30)]
        )

        #expect(number(bag, "sum") == 50)
        #expect(bag["hourly"] == nil)
    }

    @Test("A symptom counts the entries that say that it is present, by severity")
    func severity() throws {
        let bag = run(
            try metric("headache"),
            [sample("01:00:00", 1), sample("02:00:00", 2), sample("03:00:00", 4)]
        )

        #expect(number(bag, "count") == 2)
        #expect(bag["severity"] == .text("severe"))
        #expect(number(bag, "count_mild") == 1)
        #expect(number(bag, "count_not_present") == 1)
    }

    @Test("Stand hours are counted by value, and the hours stood are the main number")
    func values() throws {
        let metric = try metric("apple_stand_hour")
        let bag = run(
            metric,
            [
                sample("01:00:00", 1, seconds: 3600), sample("02:00:00", 0, seconds: 3600),
                sample("03:00:00", 0, seconds: 3600), sample("04:00:00", -1, seconds: 3600),
            ]
        )

        #expect(number(bag, "count") == 4)
        #expect(number(bag, try #require(metric.valueProperty)) == 2)
        #expect(number(bag, "count_idle") == 1)
        #expect(number(bag, "count_other") == 1)
    }

    @Test("Time that several sources cover counts once, and each day has its part")
    func duration() throws {
        let bag = run(
            try metric("toothbrushing_event"),
            [
                sample("01:00:00", 0, seconds: 120), sample("01:01:00", 0, seconds: 120, source: 1),
                sample("23:59:00", 0, seconds: 120),
            ]
        )

        #expect(number(bag, "duration") == 240)
        #expect(number(bag, "count") == 3)
    }

    @Test("Blood pressure is one event for each pair, and a value alone is kept")
    func bloodPressure() throws {
        guard case .samples(let process) = HealthMetric.bloodPressure.processing else { return }
        let results = process(
            [
                sample("01:00:00", 120, type: 0), sample("01:00:00", 80, type: 1),
                // The same measurement by another app.
                sample("01:00:00", 120, source: 1, type: 0),
                sample("01:00:00", 80, source: 1, type: 1), sample("05:00:00", 130, type: 0),
            ],
            day
        )

        #expect(results.map { number($0.properties, "systolic") } == [120, 130])
        #expect(results.map { number($0.properties, "diastolic") } == [80, nil])
    }
}

import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// The averages of discrete quantities.
struct AverageTests {
    let test = TestPhone()

    /// The average of samples with a value, a start and an end in seconds from now.
    private func average(
        _ identifier: HKQuantityTypeIdentifier,
        _ unit: HKUnit,
        _ samples: [(value: Double, start: TimeInterval, end: TimeInterval)]
    ) throws -> Double? {
        let store = test.open()
        test.health.setReadAuthorization(.allowed, for: HKQuantityType(identifier))
        for sample in samples {
            test.health.add(
                test.health.quantity(
                    identifier,
                    sample.value,
                    unit,
                    from: test.now.addingTimeInterval(sample.start),
                    to: test.now.addingTimeInterval(sample.end),
                    source: test.watch
                )
            )
        }
        let found = Recorder<HKStatistics?>()
        store.execute(
            HKStatisticsQuery(
                quantityType: HKQuantityType(identifier),
                quantitySamplePredicate: nil,
                options: .discreteAverage
            ) { _, statistics, _ in found.append(statistics) }
        )
        test.timeline.run(until: test.now)
        return try #require(found.values.first ?? nil).averageQuantity()?.doubleValue(for: unit)
    }

    @Test("A heart rate counts until the next reading")
    func untilNext() throws {
        let average = try average(
            .heartRate,
            TestPhone.beats,
            [(60, 0, 0), (120, 100, 100), (90, 120, 120)]
        )

        // 100 s at 60, 20 s at 120, and the last one as long as the one before it.
        let integral: Double = 60 * 100 + 120 * 20 + 90 * 20
        #expect(average == integral / 140)
    }

    @Test("A heart rate counts at most ten minutes past its end")
    func longestHold() throws {
        let average = try average(
            .heartRate,
            TestPhone.beats,
            [(60, 0, 60), (120, 7200, 7200)]
        )

        let integral: Double = 60 * 660 + 120 * 600
        #expect(average == integral / 1260)
    }

    @Test("The average of a single heart rate, and of simultaneous ones, is arithmetic")
    func single() throws {
        #expect(try average(.heartRate, TestPhone.beats, [(72, 0, 0)]) == 72)
        #expect(try AverageTests().average(.heartRate, TestPhone.beats, [(72, 5, 5)]) == 72)
    }

    @Test("Sound levels are averaged by energy and duration")
    func equivalentLevel() throws {
        let level = HKUnit.decibelAWeightedSoundPressureLevel()
        let average = try #require(
            try average(.environmentalAudioExposure, level, [(80, 0, 1800), (60, 1800, 3600)])
        )

        // Half of the time at a hundredth of the energy.
        #expect(abs(average - (80 + 10 * log10(1.01 / 2))) < 1e-9)
    }

    @Test("A sound level without a duration counts for a second")
    func instantLevel() throws {
        let level = HKUnit.decibelAWeightedSoundPressureLevel()
        let average = try #require(
            try average(.headphoneAudioExposure, level, [(90, 0, 0), (90, 10, 11)])
        )

        #expect(abs(average - 90) < 1e-9)
    }

    @Test("Other discrete quantities have an arithmetic average")
    func arithmetic() throws {
        let average = try average(
            .oxygenSaturation,
            .percent(),
            [(0.9, 0, 0), (1, 3600, 3600)]
        )

        #expect(average == 0.95)
    }
}

import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone

/// Generates Watch and iPhone samples of every category, about 700 a day.
struct GeneratedHealth {
    private let phone: Phone
    private let random = SeededRandomness(seed: 7)
    private let watch = SimulatedSource.watch()
    private let iPhone = SimulatedSource.iPhone()
    private let beats = HKUnit.count().unitDivided(by: .minute())

    init(on phone: Phone) {
        self.phone = phone
    }

    /// Adds the samples of a number of days until now to the phone.
    ///
    /// - Returns: the number of samples.
    func addSamples(days: Int) -> Int {
        let start = phone.timeline.now.addingTimeInterval(-Double(days) * 86_400)
        var count = 0
        for day in 0..<days {
            let morning = start.addingTimeInterval(Double(day) * 86_400 + 7 * 3600)
            let samples =
                movement(morning) + readings(morning) + night(morning) + entries(morning)
            phone.health.add(samples)
            count += samples.count
            if day % 3 == 0 { count += run(morning.addingTimeInterval(11 * 3600)) }
        }
        return count
    }

    private func quantity(
        _ identifier: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ start: Date,
        lasting seconds: TimeInterval = 0,
        _ source: SimulatedSource
    ) -> HKSample {
        phone.health.quantity(
            identifier,
            value,
            unit,
            from: start,
            to: start.addingTimeInterval(seconds),
            source: source
        )
    }

    private func movement(_ morning: Date) -> [HKSample] {
        var samples: [HKSample] = []
        for slot in 0..<60 {
            let from = morning.addingTimeInterval(Double(slot) * 900)
            let steps = Double(random.next() % 400)
            for source in [watch, iPhone] {
                samples += [
                    quantity(.stepCount, steps, .count(), from, lasting: 600, source),
                    quantity(
                        .distanceWalkingRunning,
                        steps * 0.7,
                        .meter(),
                        from,
                        lasting: 600,
                        source
                    ),
                ]
            }
            samples.append(
                quantity(.activeEnergyBurned, steps / 20, .kilocalorie(), from, lasting: 600, watch)
            )
            if slot % 6 == 0 {
                samples.append(
                    quantity(.flightsClimbed, 1, .count(), from, lasting: 60, iPhone)
                )
            }
        }
        return samples
    }

    private func readings(_ morning: Date) -> [HKSample] {
        let rates = (0..<250).map { reading in
            quantity(
                .heartRate,
                Double(50 + random.next() % 90),
                beats,
                morning.addingTimeInterval(Double(reading) * 220),
                watch
            )
        }
        let variability = (0..<8).map { reading in
            quantity(
                .heartRateVariabilitySDNN,
                Double(20 + random.next() % 80),
                .secondUnit(with: .milli),
                morning.addingTimeInterval(Double(reading) * 7200),
                watch
            )
        }
        return rates + variability + [quantity(.restingHeartRate, 55, beats, morning, watch)]
    }

    private func night(_ morning: Date) -> [HKSample] {
        (0..<20).map { stage in
            let from = morning.addingTimeInterval(Double(stage) * 1200 - 8 * 3600)
            return phone.health.category(
                .sleepAnalysis,
                [2, 3, 3, 4, 5][Int(random.next() % 5)],
                from: from,
                to: from.addingTimeInterval(1200),
                source: watch
            )
        }
    }

    private func entries(_ morning: Date) -> [HKSample] {
        let drinks = (0..<6).map { drink in
            quantity(
                .dietaryWater,
                250,
                .literUnit(with: .milli),
                morning.addingTimeInterval(Double(drink) * 7200 + 60),
                iPhone
            )
        }
        let session = phone.health.category(
            .mindfulSession,
            from: morning.addingTimeInterval(1800),
            to: morning.addingTimeInterval(2400),
            source: watch
        )
        let mass = quantity(.bodyMass, 70, .gramUnit(with: .kilo), morning, iPhone)
        return drinks + [session, mass]
    }

    /// Adds a run of half an hour with a heart rate every five seconds.
    private func run(_ start: Date) -> Int {
        let workout = phone.health.workout(
            .running,
            from: start,
            to: start.addingTimeInterval(1800),
            sums: [
                .activeEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 320),
                .distanceWalkingRunning: HKQuantity(unit: .meter(), doubleValue: 5000),
            ],
            source: watch
        )
        let rates = (0..<360).map { reading in
            quantity(
                .heartRate,
                Double(120 + random.next() % 40),
                beats,
                start.addingTimeInterval(Double(reading) * 5),
                watch
            )
        }
        phone.health.add(workout)
        phone.health.add(rates, to: workout)
        return 1 + rates.count
    }
}

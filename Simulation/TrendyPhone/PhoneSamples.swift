import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone

/// Health samples that a person adds to a phone, by kind.
enum PhoneSamples {
    /// The samples of a kind that ends at a time.
    static func make(_ kind: String, _ amount: Double, at end: Date, on phone: Phone) -> [HKSample]
    {
        let health = phone.health
        let watch = SimulatedSource.watch()
        func quantity(
            _ type: HKQuantityTypeIdentifier,
            _ unit: HKUnit,
            minutes: Double = 0
        ) -> [HKSample] {
            let start = end.addingTimeInterval(-minutes * 60)
            return [health.quantity(type, amount, unit, from: start, to: end, source: watch)]
        }
        switch kind {
        case "steps": return quantity(.stepCount, .count(), minutes: 10)
        case "energy": return quantity(.activeEnergyBurned, .kilocalorie(), minutes: 10)
        case "heartRate":
            return quantity(.heartRate, HKUnit.count().unitDivided(by: .minute()))
        case "water": return quantity(.dietaryWater, .literUnit(with: .milli))
        case "weight": return quantity(.bodyMass, .gramUnit(with: .kilo))
        case "mindfulness":
            let start = end.addingTimeInterval(-amount * 60)
            return [health.category(.mindfulSession, from: start, to: end, source: watch)]
        case "sleep": return night(hours: amount, until: end, on: phone, watch)
        case "run":
            let start = end.addingTimeInterval(-amount * 60)
            let energy = HKQuantity(unit: .kilocalorie(), doubleValue: amount * 10)
            return [
                health.workout(
                    .running,
                    from: start,
                    to: end,
                    sums: [.activeEnergyBurned: energy],
                    source: watch
                )
            ]
        default: return []
        }
    }

    /// A night in five stages of a usual length.
    private static func night(
        hours: Double,
        until end: Date,
        on phone: Phone,
        _ source: SimulatedSource
    ) -> [HKSample] {
        let stages: [(HKCategoryValueSleepAnalysis, Double)] = [
            (.asleepCore, 0.3), (.asleepDeep, 0.2), (.asleepREM, 0.2), (.awake, 0.05),
            (.asleepCore, 0.25),
        ]
        var start = end.addingTimeInterval(-hours * 3600)
        return stages.map { stage, share in
            let stop = start.addingTimeInterval(hours * 3600 * share)
            defer { start = stop }
            return phone.health.category(
                .sleepAnalysis,
                stage.rawValue,
                from: start,
                to: stop,
                source: source
            )
        }
    }
}

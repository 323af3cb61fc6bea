import Foundation
import HealthKit
import SimulatedHealthKit
import SimulationKit
import TrendyHealth
import TrendyModel

/// Delivers a person's expected health data to their phones through HealthKit.
struct HealthOracleDelivery {
    private static let watch = SimulatedSource.watch()
    private static let app = SimulatedSource.app("Rest", bundleIdentifier: "example.rest")

    private let process: SimulatedDevice.Process

    init(_ process: SimulatedDevice.Process) {
        self.process = process
    }

    private var world: World { process.device.world }

    /// The person adds, edits or deletes a sample.
    func act(agoAtMost longest: Duration, _ random: inout SplitMix64) {
        let oracles = world.healthOracles[process.account] ?? []
        guard let only = oracles.first else { return }
        let oracle = oracles.count > 1 ? random.pick(oracles) : only
        if random.happens(200) {
            guard let sample = oracle.edit(&random) else { return }
            world.coverage.reached(.sampleReplaced)
            log("changes", sample)
            return scheduleArrival([sample], oracle, &random)
        }
        if random.happens(150) {
            guard let sample = oracle.delete(&random) else { return }
            log("deletes", sample)
            for phone in phones {
                phone.health.delete(sample.id, of: sample.key, after: phone.arrivalDelay(&random))
            }
            return
        }
        // HealthKit holds no future samples; a night ends within a day and a half.
        let moment = world.simulation.wallTime - random.duration(.seconds(36 * 3600), longest)
        let samples = oracle.write(at: moment, &random)
        for sample in samples { log("has", sample) }
        if Set(oracle.samples.values.map(\.source)).count > 1 {
            world.coverage.reached(.sleepOfTwoSources)
        }
        scheduleArrival(samples, oracle, &random)
    }

    private func log(_ what: String, _ sample: HealthOracle.Sample) {
        world.simulation.log(
            "\(process.device.name) \(what) \(sample.value) at "
                + "\(Instant(seconds: sample.start).rfc3339) \(sample.id)"
        )
    }

    private struct OnePhone {
        let health: SimulatedHealth
        let isAtHand: Bool

        /// Draws the delay of a sample to the phone.
        func arrivalDelay(_ random: inout SplitMix64) -> Duration {
            isAtHand ? .zero : random.duration(.zero, .seconds(2 * 86_400))
        }
    }

    private var phones: [OnePhone] {
        world.devices.map { device in
            OnePhone(
                health: device.health(of: process.account),
                isAtHand: device === process.device
            )
        }
    }

    private func scheduleArrival(
        _ samples: [HealthOracle.Sample],
        _ oracle: HealthOracle,
        _ random: inout SplitMix64
    ) {
        let part = oracle.part
        let world = world
        for phone in phones {
            for sample in samples {
                phone.health.scheduleArrival(sample.key, after: phone.arrivalDelay(&random)) {
                    Self.add(sample, part, to: $0)
                }
                guard part == .workouts, random.happens(500) else { continue }
                let later = random.duration(.seconds(60), .seconds(2 * 86_400))
                phone.health.scheduleArrival(sample.key, after: later) {
                    [health = phone.health] store in
                    let workouts = store.allSamples(of: .workoutType())
                    let id = health.current(sample.id)
                    guard let workout = workouts.first(where: { $0.uuid == id }) as? HKWorkout
                    else { return }
                    world.coverage.reached(.workoutCondensed)
                    store.condense(workout: workout)
                }
            }
        }
    }

    /// Adds a sample to the simulated HealthKit.
    private static func add(
        _ sample: HealthOracle.Sample,
        _ part: HealthOraclePart,
        to health: SimulatedHealthStore
    ) {
        let start = Date(Instant(seconds: sample.start))
        let end = Date(Instant(seconds: sample.end))
        let metadata: [String: Any] = [
            HKMetadataKeySyncIdentifier: sample.key.uuidString,
            HKMetadataKeySyncVersion: sample.version,
        ]
        let beats = HKUnit.count().unitDivided(by: .minute())
        switch part {
        case .water:
            health.add(quantity(.dietaryWater, .literUnit(with: .milli), sample, metadata, health))
        case .heartRate:
            health.add(quantity(.heartRate, beats, sample, metadata, health))
        case .bodyMass:
            health.add(quantity(.bodyMass, .gramUnit(with: .kilo), sample, metadata, health))
        case .activeEnergy:
            health.add(quantity(.activeEnergyBurned, .kilocalorie(), sample, metadata, health))
        case .mindfulness:
            health.add(
                health.category(
                    .mindfulSession,
                    from: start,
                    to: end,
                    source: watch,
                    metadata: metadata,
                    uuid: sample.id
                )
            )
        case .sleep:
            health.add(
                health.category(
                    .sleepAnalysis,
                    Int(sample.value),
                    from: start,
                    to: end,
                    source: sample.source == .app ? app : watch,
                    metadata: metadata,
                    uuid: sample.id
                )
            )
        case .row(let metric):
            health.add(row(metric, sample, metadata, health))
        case .workouts:
            let workout = health.workout(
                .running,
                from: start,
                to: end,
                source: watch,
                uuid: sample.id
            )
            health.add(workout)
            let readings = sample.readings.map { quantity(.heartRate, beats, $0, nil, health) }
            health.add(readings, to: workout)
        }
    }

    /// The HealthKit sample of a row of the catalogue.
    private static func row(
        _ metric: HealthMetric,
        _ sample: HealthOracle.Sample,
        _ metadata: [String: Any],
        _ health: SimulatedHealthStore
    ) -> HKSample {
        let identifier = metric.types[0].identifier
        guard let unit = metric.unit else {
            return health.category(
                HKCategoryTypeIdentifier(rawValue: identifier),
                Int(sample.value),
                from: Date(Instant(seconds: sample.start)),
                to: Date(Instant(seconds: sample.end)),
                source: watch,
                metadata: metadata,
                uuid: sample.id
            )
        }
        var sample = sample
        // HealthKit's percentages are fractions.
        if unit == .percent { sample.value /= 100 }
        return quantity(
            HKQuantityTypeIdentifier(rawValue: identifier),
            HKUnit(from: unit.rawValue),
            sample,
            metadata,
            health
        )
    }

    /// The HealthKit sample of an expected quantity.
    private static func quantity(
        _ identifier: HKQuantityTypeIdentifier,
        _ unit: HKUnit,
        _ sample: HealthOracle.Sample,
        _ metadata: [String: Any]?,
        _ health: SimulatedHealthStore
    ) -> HKSample {
        health.quantity(
            identifier,
            sample.value,
            unit,
            from: Date(Instant(seconds: sample.start)),
            to: Date(Instant(seconds: sample.end)),
            source: watch,
            metadata: metadata,
            uuid: sample.id
        )
    }
}

extension HealthOraclePart {
    /// The captured categories of this kind.
    var categories: [HealthMetric] {
        switch self {
        case .water: [.water]
        case .heartRate: [.heartRate]
        case .sleep: [.sleep]
        case .workouts: [.workout, .heartRate]
        case .bodyMass: [.bodyMass]
        case .mindfulness: [.mindfulness]
        case .activeEnergy: [.activeEnergy]
        case .row(let metric): [metric]
        }
    }
}

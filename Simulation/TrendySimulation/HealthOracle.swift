import Foundation
import SimulationKit
package import TrendyHealth
import TrendyModel

/// A kind of health data that the people of a run have besides steps.
package enum HealthOraclePart: Hashable, Sendable {
    /// Water: one event for each glass.
    case water
    /// Heart rate: readings.
    case heartRate
    /// Sleep: sessions that grow at both ends.
    case sleep
    /// Workouts, with a heart-rate series that is condensed later.
    case workouts
    /// Body mass: one event for each measurement.
    case bodyMass
    /// Mindful minutes: one event for each session.
    case mindfulness
    /// Active energy: a total for each day.
    case activeEnergy
    /// A row of the catalogue: one event for each day.
    case row(HealthMetric)

    /// The kinds that have rules of their own.
    static let special: [HealthOraclePart] = [
        .water, .heartRate, .sleep, .workouts, .bodyMass, .mindfulness, .activeEnergy,
    ]

    /// The rows of the catalogue that a person's data is drawn from.
    ///
    /// The resting heart rate is also part of the heart rate.
    static let rows: [HealthOraclePart] = HealthMetric.allCases.filter { metric in
        !metric.isStandard && metric.types.count == 1 && metric.aggregation != .event
            && metric.rawValue != "resting_heart_rate"
    }.map { .row($0) }

    /// The category that captures it.
    var category: HealthMetric {
        switch self {
        case .water: .water
        case .heartRate: .heartRate
        case .sleep: .sleep
        case .workouts: .workout
        case .bodyMass: .bodyMass
        case .mindfulness: .mindfulness
        case .activeEnergy: .activeEnergy
        case .row(let metric): metric
        }
    }
}

/// The expected health data of one person for one kind, kept outside of the system under test.
///
/// HealthKit delivers it to each of the person's phones independently.
final class HealthOracle {
    /// The source of a sample.
    enum Source {
        case watch
        /// An app on the phone; used where the Watch measured nothing.
        case app
    }

    /// The current version of a sample.
    struct Sample {
        /// A key that edits do not change.
        let key: UUID
        /// The sample's UUID; each edit assigns a new one.
        var id: UUID
        var version = 1
        var source = Source.watch
        let start: Int64
        var end: Int64
        var value: Double
        /// The readings of a workout.
        var readings: [Sample] = []
    }

    let part: HealthOraclePart
    private(set) var samples: [UUID: Sample] = [:]
    /// Readings of workouts; they remain when their workout is deleted.
    private(set) var readings: [Sample] = []
    /// Start times in use; other samples never start there.
    private var taken: Set<Int64> = []

    init(_ part: HealthOraclePart) {
        self.part = part
    }

    /// The samples in order of start.
    var sorted: [Sample] {
        samples.values.sorted { ($0.start, $0.key.uuidString) < ($1.start, $1.key.uuidString) }
    }

    /// Creates the samples of an activity around a moment.
    func write(at moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        let made =
            switch part {
            case .water: drink(moment, &random)
            case .heartRate: measure(moment, &random)
            case .sleep: sleep(moment, &random)
            case .workouts: exercise(moment, &random)
            case .bodyMass: weigh(moment, &random)
            case .mindfulness: meditate(moment, &random)
            case .activeEnergy: burn(moment, &random)
            case .row(let metric): measure(metric, moment, &random)
            }
        for sample in made {
            samples[sample.key] = sample
            readings += sample.readings
        }
        return made
    }

    /// Edits a random sample; `nil` when no sample can be edited.
    func edit(_ random: inout SplitMix64) -> Sample? {
        guard part != .workouts, var sample = pick(&random), sample.value != 0 else { return nil }
        sample.version += 1
        sample.id = random.uuid()
        switch part {
        case .sleep: sample.value = Double(Int.random(in: 2...5, using: &random))
        case .mindfulness: sample.end += 60
        case .row(let metric): sample.value = Self.value(of: metric, &random)
        default: sample.value += Double(sample.version)
        }
        samples[sample.key] = sample
        return sample
    }

    /// Deletes a random sample, if there is one.
    func delete(_ random: inout SplitMix64) -> Sample? {
        guard let sample = pick(&random) else { return nil }
        samples[sample.key] = nil
        return sample
    }

    private func pick(_ random: inout SplitMix64) -> Sample? {
        samples.isEmpty ? nil : random.pick(sorted)
    }

    /// Creates one glass, or two within one second.
    private func drink(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        guard taken.insert(moment.seconds).inserted else { return [] }
        let amount = Double(Int.random(in: 1...20, using: &random) * 50)
        return (0..<(random.happens(250) ? 2 : 1)).map { _ in
            sample(moment.seconds, moment.seconds, amount, &random)
        }
    }

    private func measure(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        (0..<3).compactMap { (number: Int64) in
            let second = moment.seconds + number * 60
            guard taken.insert(second).inserted else { return nil }
            let beats = Double(Int.random(in: 45...180, using: &random))
            return sample(second, second, beats, &random)
        }
    }

    /// Creates some stages of a night or a nap as one source recorded them; a later call may add
    /// others.
    private func sleep(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        let day = moment.seconds / 86_400 * 86_400
        let start = day + (random.happens(700) ? 21 : 12) * 3600
        let source: Source = random.happens(300) ? .app : .watch
        // An app's stages start in the middle of the Watch's.
        let shift: Int64 = source == .app ? 1200 : 0
        var made: [Sample] = []
        if random.happens(200), taken.insert(start - 600 + shift).inserted {
            // "In bed" covers all stages and is longer.
            made.append(sample(start - 600 + shift, start + 9 * 2700, 0, &random))
        }
        made += (0..<3).compactMap { _ in
            let begin = start + Int64.random(in: 0..<8, using: &random) * 2700 + shift
            guard taken.insert(begin).inserted else { return nil }
            let stage = Double(Int.random(in: 2...5, using: &random))
            let end = begin + Int64.random(in: 2640...2700, using: &random)
            return sample(begin, end, stage, &random)
        }
        for index in made.indices { made[index].source = source }
        return made
    }

    /// Creates a run with its heart-rate readings.
    private func exercise(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        let start = moment.seconds / 7200 * 7200
        guard taken.insert(start).inserted else { return [] }
        var run = sample(start, start + 3600, 0, &random)
        run.readings = (1...4).map { (number: Int64) in
            let beats = Double(Int.random(in: 100...180, using: &random))
            return sample(start + number * 600, start + number * 600, beats, &random)
        }
        return [run]
    }

    private func weigh(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        guard taken.insert(moment.seconds).inserted else { return [] }
        let kilograms = Double(Int.random(in: 100...240, using: &random)) / 2
        return [sample(moment.seconds, moment.seconds, kilograms, &random)]
    }

    private func meditate(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        guard taken.insert(moment.seconds).inserted else { return [] }
        let end = moment.seconds + Int64.random(in: 60...1800, using: &random)
        return [sample(moment.seconds, end, 1, &random)]
    }

    /// Creates some minutes aligned to the grid of steps, so that no sample spans midnight.
    private func burn(_ moment: Instant, _ random: inout SplitMix64) -> [Sample] {
        let start = moment.seconds / StepOracle.grid * StepOracle.grid
        guard taken.insert(start).inserted else { return [] }
        let kilocalories = Double(Int.random(in: 1...40, using: &random))
        return [sample(start, start + StepOracle.grid, kilocalories, &random)]
    }

    /// Creates a few samples of a row of the catalogue, so that none overlaps another or spans
    /// midnight.
    private func measure(
        _ metric: HealthMetric,
        _ moment: Instant,
        _ random: inout SplitMix64
    ) -> [Sample] {
        (0..<Int.random(in: 1...3, using: &random)).compactMap { number in
            let start =
                moment.seconds / StepOracle.grid * StepOracle.grid
                + Int64(number) * StepOracle.grid
            guard taken.insert(start).inserted else { return nil }
            let isInstant = metric.aggregation == .discrete || metric.aggregation == .latest
            return sample(
                start,
                isInstant ? start : start + StepOracle.grid,
                Self.value(of: metric, &random),
                &random
            )
        }
    }

    /// A plausible value in eighths, so that sums are exact.
    private static func value(of metric: HealthMetric, _ random: inout SplitMix64) -> Double {
        switch metric.types[0].kind {
        case .quantity(_, let plausible):
            let limits = max(plausible.lowerBound, 2)...min(plausible.upperBound, 90)
            return (Double.random(in: limits, using: &random) * 8).rounded(.down) / 8
        case .category(let values):
            return Double(random.pick(values.values.map(\.rawValue)))
        default: return 0
        }
    }

    private func sample(
        _ start: Int64,
        _ end: Int64,
        _ value: Double,
        _ random: inout SplitMix64
    ) -> Sample {
        let id = random.uuid()
        return Sample(key: id, id: id, start: start, end: end, value: value)
    }
}

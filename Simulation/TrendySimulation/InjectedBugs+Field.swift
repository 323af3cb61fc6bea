import Foundation
import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

// Bugs with samples, sessions and observers that health-tracking apps shipped.
extension InjectedBug {
    static var field: [InjectedBug] { observers + background + sessions + readings + reach }

    // MARK: observers

    private static var observers: [InjectedBug] {
        [
            make("ignores-expiration", "Background work continues after its expiration") {
                $0.system = { base, _ in BuggySystem(base, endless: true) }
                $0.faults = {
                    $0.hasWakes = true
                    $0.leaves = .seconds(2 * 3600)
                }
            },
            make("missing-completions", "Observer completion handlers are not called") {
                $0.observing = { base, _ in
                    BuggyObserver(base: base) { base in
                        let signals = base.signals()
                        return AsyncStream { continuation in
                            let task = Task {
                                var kept: [HealthSignal] = []
                                for await signal in signals {
                                    kept.append(signal)
                                    continuation.yield(HealthSignal(signal.categories))
                                }
                            }
                            continuation.onTermination = { _ in task.cancel() }
                        }
                    }
                }
                $0.faults = { $0.hasWakes = true }
            },
            make("early-completion", "The observer's completion handler is called too early") {
                $0.observing = { base, _ in
                    BuggyObserver(base: base) { base in
                        let signals = base.signals()
                        return AsyncStream { continuation in
                            let task = Task {
                                for await signal in signals {
                                    signal.complete()
                                    continuation.yield(signal)
                                }
                            }
                            continuation.onTermination = { _ in task.cancel() }
                        }
                    }
                }
                $0.faults = { $0.hasWakes = true }
            },
            make("late-observers", "Observers are executed late in the launch") {
                $0.observing = { base, process in
                    BuggyObserver(base: base) { base in
                        AsyncStream { continuation in
                            let task = Task {
                                let simulation = process.device.world.simulation
                                try await simulation.sleep(for: .seconds(600))
                                guard process.isAlive else { return continuation.finish() }
                                for await signal in base.signals() { continuation.yield(signal) }
                            }
                            continuation.onTermination = { _ in task.cancel() }
                        }
                    }
                }
                $0.faults = {
                    $0.hasWakes = true
                    $0.kills = .seconds(2 * 3600)
                    $0.actions = .seconds(1200)
                }
            },
        ]
    }

    // MARK: background work

    private static var background: [InjectedBug] {
        [
            make("holds-database", "The database lock is held at suspension") {
                $0.system = { base, process in
                    BuggySystem(base, opens: process.engine.store.work)
                }
                $0.faults = { $0.leaves = .seconds(2 * 3600) }
            },
            make("requests-once", "Background tasks are requested only once") {
                $0.tasks = { base, _ in BuggyTasks(base, asksOnce: true) }
                $0.faults = { $0.leaves = .seconds(2 * 3600) }
            },
            make("tasks-not-completed", "Background tasks are not completed") {
                $0.tasks = { base, _ in BuggyTasks(base, asksOnce: false) }
                $0.faults = {
                    $0.hasTasks = true
                    $0.leaves = .seconds(2 * 3600)
                }
            },
        ]
    }

    // MARK: sleep

    private static func sleeping(
        _ name: String,
        _ summary: String,
        readsSingleDays: Bool = false,
        _ mapped:
            @escaping @Sendable (SimulatedHealth, Range<Instant>, [HealthSample]) -> [HealthSample]
    ) -> InjectedBug {
        make(name, summary) {
            $0.health = { base, process in
                let health = process.device.health(of: process.account)
                return BuggyHealthSource.mapping(base) { category, span, samples in
                    category == .sleep ? mapped(health, span, samples) : samples
                }
            }
            $0.faults = {
                $0.restorations = nil
                $0.healthOracles = [.sleep]
                $0.apps = 0
            }
            guard readsSingleDays else { return }
            // The bounds of a day show only where the night's two days are read apart.
            $0.healthOptions = {
                $0.windowDays = 1
                $0.rescannedDays = 1
            }
        }
    }

    private static var sessions: [InjectedBug] {
        [
            sleeping(
                "truncated-night",
                "A night is truncated at the bounds of its day",
                readsSingleDays: true
            ) { _, span, samples in
                let reach = Duration.seconds(2 * 86_400)
                return samples.filter {
                    $0.end > span.lowerBound + reach && $0.start < span.upperBound - reach
                }
            },
            sleeping("session-per-source", "Each source has sleep sessions of its own") {
                _,
                _,
                samples in
                var runs: [[HealthSample]] = []
                for sample in samples {
                    if runs.last?.last?.source == sample.source {
                        runs[runs.count - 1].append(sample)
                    } else {
                        runs.append([sample])
                    }
                }
                // The longest session of a day is the night.
                return runs.max { length($0) < length($1) } ?? []
            },
            sleeping("sessions-not-extended", "A stored sleep session is never extended") {
                health,
                _,
                samples in
                let hour = Duration.seconds(3600)
                return health.remembering(samples) { sample, known in
                    !known.contains {
                        $0.end + hour >= sample.start && $0.start <= sample.end + hour
                    }
                }
            },
            sleeping("late-session-dropped", "Samples from before the newest night are dropped") {
                health,
                _,
                samples in
                health.remembering(samples) { sample, known in
                    known.allSatisfy { $0.end <= sample.end }
                }
            },
            sleeping("ends-with-last-sample", "A session ends with the sample that starts last") {
                _,
                _,
                samples in
                var samples = samples
                for index in samples.indices.dropLast() {
                    let next = samples[index + 1]
                    if next.start < samples[index].end {
                        samples[index].end = max(
                            samples[index].start,
                            min(samples[index].end, next.end)
                        )
                    }
                }
                return samples
            },
            sleeping("whole-minutes", "Each stage is rounded down to whole minutes") {
                _,
                _,
                samples in
                samples.map { sample in
                    var sample = sample
                    let minutes = (sample.end - sample.start).wholeMilliseconds / 60_000
                    sample.end = sample.start + .seconds(minutes * 60)
                    return sample
                }
            },
        ]
    }

    private static func length(_ samples: [HealthSample]) -> Duration {
        guard let first = samples.first, let end = samples.map(\.end).max() else { return .zero }
        return end - first.start
    }

    // MARK: manual entries, readings and workouts

    private static func reading(
        _ name: String,
        _ summary: String,
        _ part: HealthOraclePart,
        _ mapped:
            @escaping @Sendable (HealthMetric, Range<Instant>, [HealthSample]) -> [HealthSample]
    ) -> InjectedBug {
        make(name, summary) {
            $0.health = { base, _ in BuggyHealthSource.mapping(base, mapped) }
            $0.faults = { $0.healthOracles = [part] }
        }
    }

    private static var readings: [InjectedBug] {
        [
            reading("same-second-merged", "Two entries within one second are merged", .water) {
                guard $0 == .water else { return $2 }
                var starts: Set<Int64> = []
                return $2.filter { starts.insert($0.start.seconds).inserted }
            },
            reading("hourly-sums", "Hourly heart rates are summed", .heartRate) {
                guard $0 == .heartRate else { return $2 }
                let hours = Dictionary(grouping: $2) { $0.start.seconds / 3600 }
                return hours.sorted { $0.key < $1.key }.compactMap { _, samples in
                    var sample = samples.first
                    sample?.value = samples.reduce(0) { $0 + $1.value }
                    return sample
                }
            },
            reading("empty-is-zero", "An hour without a reading has a heart rate of 0", .heartRate)
            {
                guard $0 == .heartRate else { return $2 }
                return $2.flatMap { sample in
                    var empty = sample
                    empty.value = 0
                    return [sample, empty]
                }
            },
            reading("no-heart-rate", "Workouts ignore their heart-rate readings", .workouts) {
                let isWorkout = $0 == .heartRate && $1.upperBound - $1.lowerBound <= .seconds(7200)
                return isWorkout ? [] : $2
            },
        ]
    }

    // MARK: queries

    private static var reach: [InjectedBug] {
        [
            make("reads-from-latest", "Queries start an hour after the newest stored event") {
                $0.health = { base, process in
                    BuggyHealthSource.changing(base) { [weak process] category, changes in
                        guard let process else { return changes }
                        let state = try await process.engine.store.read {
                            try $0.health.state(
                                category: category.rawValue
                            )
                        }
                        var changes = changes
                        if let newest = state.newest {
                            changes.spans = changes.spans.filter {
                                $0.upperBound > newest + .seconds(3600)
                            }
                        }
                        return changes
                    }
                }
                $0.faults = {
                    $0.forgets = nil
                    $0.imports = .seconds(12 * 3600)
                }
            },
            make("claim-not-released", "A failed write counts as stored") {
                $0.health = { base, process in
                    let health = process.device.health(of: process.account)
                    return BuggyHealthSource.changing(base) { category, changes in
                        var changes = changes
                        changes.spans = changes.spans.filter { health.claim(category, $0) }
                        return changes
                    }
                }
                $0.faults = {
                    $0.forgets = nil
                    $0.diskFaults = .seconds(3 * 3600)
                    $0.kills = .seconds(4 * 3600)
                    $0.imports = .seconds(8 * 3600)
                }
            },
            make("foreign-anchor-kept", "The anchor of a replaced store is kept") {
                $0.health = { base, process in
                    let health = process.device.health(of: process.account)
                    return BuggyHealthSource.changing(base) { category, changes in
                        var changes = changes
                        // The app only ever sees the samples of the first store.
                        if health.hasBeenRestored { (changes.spans, changes.deleted) = ([], []) }
                        return changes
                    }
                }
                $0.healthOptions = {
                    $0.windowDays = 1
                    $0.rescannedDays = 1
                }
                $0.faults = {
                    $0.restorations = nil
                    $0.forgets = nil
                    $0.healthRestorations = .seconds(12 * 3600)
                    $0.imports = .seconds(8 * 3600)
                }
            },
            make("no-rescan", "No day is rescanned") {
                $0.healthOptions = {
                    $0.windowDays = 1
                    $0.rescannedDays = 1
                }
                $0.faults = {
                    $0.restorations = nil
                    // A phone reads no deletion while it is locked.
                    $0.locks = .seconds(4 * 3600)
                    $0.imports = .seconds(8 * 3600)
                    $0.forgets = .seconds(2 * 3600)
                    $0.actions = .seconds(3600)
                }
            },
        ]
    }
}

/// An observer that delivers signals incorrectly.
private struct BuggyObserver: HealthObserving {
    let base: any HealthObserving
    let made: @Sendable (any HealthObserving) -> AsyncStream<HealthSignal>

    func signals() -> AsyncStream<HealthSignal> { made(base) }
    func renewObservation() { base.renewObservation() }

    func enableBackgroundDelivery(
        _ categories: [HealthMetric]
    ) async -> [HealthMetric: HealthSourceError] {
        await base.enableBackgroundDelivery(categories)
    }
}

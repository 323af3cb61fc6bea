import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyModel

/// Delivers samples to a phone at their time of arrival, in batches, as an Apple Watch does.
///
/// Samples that arrive while the phone is off are delivered when it is on.
final class SampleDelivery: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// A scheduled change of the phone's samples.
    enum ScheduledChange {
        /// Adds a sample. It can be part of a workout and can be replaced later.
        case add(ArrivingSample, workout: UUID?, isVersioned: Bool)
        /// Adds a newer version of a sample.
        case replace(UUID, ArrivingSample)
        /// Samples are deleted.
        case delete(UUID)
        /// HealthKit condenses an old workout's samples into series.
        case condense(UUID)
    }

    /// The length of a batch in seconds.
    static let batchSeconds: Int64 = 600

    private let phone: ReplayPhone
    private var batches: [Int64: [ScheduledChange]] = [:]
    private var waiting: [ScheduledChange] = []
    private var workouts: [UUID: HKWorkout] = [:]
    private var versioned: [UUID: HKSample] = [:]
    /// The number of delivered samples.
    private(set) var delivered = 0
    private(set) var deleted = 0
    private(set) var condensed = 0

    init(_ phone: ReplayPhone) {
        self.phone = phone
    }

    /// Schedules a change, never before now.
    func schedule(_ change: ScheduledChange, at time: Instant) {
        let now = phone.simulation.wallTime.seconds
        let batch = max(time.seconds, now) / Self.batchSeconds + 1
        batches[batch, default: []].append(change)
        guard batches[batch]?.count == 1 else { return }
        phone.simulation.after(.seconds(batch * Self.batchSeconds - now)) { [weak self] in
            self?.apply(batch)
        }
    }

    /// Delivers everything that is still scheduled, in order.
    func deliverAll() {
        for batch in batches.keys.sorted() { apply(batch) }
    }

    private func apply(_ batch: Int64) {
        waiting += batches.removeValue(forKey: batch) ?? []
        guard phone.phone.isPoweredOn else { return }
        let changes = waiting
        waiting = []
        var loose: [HKSample] = []
        for change in changes {
            if case .add(let sample, nil, false) = change, !isWorkout(sample) {
                loose.append(phone.maker.sample(sample))
                delivered += 1
            } else {
                // In order: a sample must exist before it is deleted.
                if !loose.isEmpty { phone.health.add(loose) }
                loose = []
                apply(change)
            }
        }
        if !loose.isEmpty { phone.health.add(loose) }
    }

    private func isWorkout(_ sample: ArrivingSample) -> Bool {
        if case .workout = sample.kind { true } else { false }
    }

    private func apply(_ change: ScheduledChange) {
        let health = phone.health
        switch change {
        case .add(let sample, let workout, let isVersioned):
            delivered += 1
            let made = phone.maker.sample(
                sample,
                metadata: isVersioned
                    ? [
                        HKMetadataKeySyncIdentifier: sample.id.uuidString,
                        HKMetadataKeySyncVersion: 1,
                    ] : [:]
            )
            if let made = made as? HKWorkout { workouts[sample.id] = made }
            if isVersioned { versioned[sample.id] = made }
            health.add(made, to: workout.flatMap { workouts[$0] })
        case .replace(let id, let sample):
            guard let old = versioned.removeValue(forKey: id) else { return }
            health.replace(old, with: phone.maker.sample(sample))
            deleted += 1
        case .delete(let id):
            health.delete(uuids: [id])
            deleted += 1
        case .condense(let id):
            guard let workout = workouts[id] else { return }
            guard health.isAccessible else {
                // The system condenses only while the health store is accessible.
                return schedule(change, at: phone.simulation.wallTime + .seconds(3600))
            }
            health.condense(workout: workout)
            condensed += 1
        }
    }
}

import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyModel

/// Brings samples to a phone at their time, several at once, as a Watch does; what arrives while
/// the phone is off waits until it is on.
final class SampleDelivery: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// Something that happens to the phone's samples.
    enum ScheduledChange {
        /// A sample comes, which may be part of a workout, and may be replaced later.
        case add(ArrivingSample, workout: UUID?, isVersioned: Bool)
        /// A newer version of a sample comes.
        case replace(UUID, ArrivingSample)
        /// Samples are deleted.
        case delete(UUID)
        /// HealthKit makes series of an old workout's samples.
        case condense(UUID)
    }

    /// What arrives within this many seconds arrives together.
    static let batchSeconds: Int64 = 600

    private let phone: ReplayPhone
    private var batches: [Int64: [ScheduledChange]] = [:]
    private var waiting: [ScheduledChange] = []
    private var workouts: [UUID: HKWorkout] = [:]
    private var versioned: [UUID: HKSample] = [:]
    /// Samples that were brought.
    private(set) var delivered = 0
    private(set) var deleted = 0
    private(set) var condensed = 0

    init(_ phone: ReplayPhone) {
        self.phone = phone
    }

    /// Plans something, never before now.
    func bring(_ parcel: ScheduledChange, at time: Instant) {
        let now = phone.simulation.wallTime.seconds
        let batch = max(time.seconds, now) / Self.batchSeconds + 1
        batches[batch, default: []].append(parcel)
        guard batches[batch]?.count == 1 else { return }
        phone.simulation.after(.seconds(batch * Self.batchSeconds - now)) { [weak self] in
            self?.hand(batch)
        }
    }

    /// Brings all that is still under way, in its order.
    func bringAll() {
        for batch in batches.keys.sorted() { hand(batch) }
    }

    private func hand(_ batch: Int64) {
        waiting += batches.removeValue(forKey: batch) ?? []
        guard phone.phone.isPoweredOn else { return }
        let parcels = waiting
        waiting = []
        var loose: [HKSample] = []
        for parcel in parcels {
            if case .add(let sample, nil, false) = parcel, !isWorkout(sample) {
                loose.append(phone.maker.sample(sample))
                delivered += 1
            } else {
                // In their order: what is deleted must be there.
                if !loose.isEmpty { phone.health.add(loose) }
                loose = []
                hand(parcel)
            }
        }
        if !loose.isEmpty { phone.health.add(loose) }
    }

    private func isWorkout(_ sample: ArrivingSample) -> Bool {
        if case .workout = sample.kind { true } else { false }
    }

    private func hand(_ parcel: ScheduledChange) {
        let health = phone.health
        switch parcel {
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
                // The system does it while the store is open.
                return bring(parcel, at: phone.simulation.wallTime + .seconds(3600))
            }
            health.condense(workout: workout)
            condensed += 1
        }
    }
}

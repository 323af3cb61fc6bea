// SimulatedHealthKit: how a test or a world drives the health data of a simulated phone.

public import Foundation
public import HealthKit
@_exported public import SimulatedHealthBehavior
public import SimulatedPhone

extension Phone {
    /// The health data of this phone, from the system's side.
    public var health: SimulatedHealthStore {
        SimulatedHealthStore(phone: self, database: .of(self))
    }
}

/// The health data of a phone, from the system's side: what devices, other apps and the person do.
public struct SimulatedHealthStore: Sendable {
    let phone: Phone
    let database: HealthDatabase

    /// How HealthKit behaves where Apple's documentation leaves it open.
    public var behavior: HealthKitBehavior {
        get { database.behavior }
        nonmutating set { database.setBehavior(newValue) }
    }

    /// Adds samples of any source; while the store is sealed they wait for the unlock.
    ///
    /// - `workout`: what they belong to, if anything.
    public func add(_ samples: [HKSample], to workout: HKWorkout? = nil) {
        database.add(samples, to: workout?.uuid)
    }

    /// Adds samples of any source to the workout of an identifier; to none when `nil`.
    public func add(_ samples: [HKSample], toWorkout workout: UUID?) {
        database.add(samples, to: workout)
    }

    /// Adds a sample of any source.
    public func add(_ sample: HKSample, to workout: HKWorkout? = nil) {
        add([sample], to: workout)
    }

    /// Deletes samples of any source; unknown identifiers are passed over.
    public func delete(uuids: [UUID]) {
        database.delete(uuids)
    }

    /// Saves a newer version of a sample that has a sync identifier: the old one is deleted.
    ///
    /// - Returns: the new version, as it was saved.
    @discardableResult
    public func replace<Sample: HKSample>(_ old: Sample, with new: Sample) -> Sample {
        guard let identifier = old.metadata?[HKMetadataKeySyncIdentifier] as? String,
            let version = old.number(HKMetadataKeySyncVersion)
        else {
            preconditionFailure("Only samples with a sync identifier and a version are replaced.")
        }
        var record = HKObjectRecord(copying: new, savedBy: old.savedBy)
        record.metadata = (new.metadata ?? [:])
            .merging(
                [
                    HKMetadataKeySyncIdentifier: identifier,
                    HKMetadataKeySyncVersion: Int(version) + 1,
                ],
                uniquingKeysWith: { $1 }
            )
        guard let saved = new.copy(record) as? Sample else {
            preconditionFailure("A sample is replaced by one of its kind.")
        }
        add(saved)
        return saved
    }

    /// Makes series of a workout's samples, as the system does with old workouts.
    ///
    /// The originals are deleted, statistics stay the same. It may be done again.
    public func condense(workout: HKWorkout) {
        database.condense(workout: workout.uuid)
    }

    /// Makes the system forget what was deleted before a moment: whoever did not ask in time never
    /// learns of it.
    public func expireDeletedObjects(before date: Date) {
        database.expireGraves(before: date)
    }

    /// Syncs samples to another phone of the same person: they arrive later, as they are, under
    /// their own identifiers; those that are there already are passed over.
    public func copy(_ samples: [HKSample], to other: Phone, after delay: Duration = .zero) {
        let target = HealthDatabase.of(other)
        let workouts = samples.map { ($0.uuid, database.workouts(of: $0.uuid)) }
        other.timeline.schedule(after: delay) {
            target.add(samples)
            for (sample, workouts) in workouts {
                for workout in workouts { target.associate([sample], with: workout) }
            }
        }
    }

    /// Deletes everything without a trace: it is a new store, to which old anchors are foreign.
    ///
    /// - `keepsPermissions`: whether permissions and background delivery stay.
    public func erase(keepsPermissions: Bool = true) {
        database.become(nil, keepsPermissions: keepsPermissions)
    }

    /// Restores a backup of a phone, this one's or another's: the same samples under new
    /// identifiers, in a new store.
    ///
    /// - Returns: the new identifiers by the old ones.
    @discardableResult
    public func restore(from backup: Phone, keepsPermissions: Bool = true) -> [UUID: UUID] {
        database.become(.of(backup), keepsPermissions: keepsPermissions)
    }
}

// SimulatedHealthKit: the control surface of a simulated phone's health data.

public import Foundation
public import HealthKit
@_exported public import SimulatedHealthBehavior
public import SimulatedPhone

extension Phone {
    /// The control surface of this phone's health data.
    public var health: SimulatedHealthStore {
        SimulatedHealthStore(phone: self, database: .of(self))
    }
}

/// Controls a phone's health data: the actions of devices, other apps and the person.
public struct SimulatedHealthStore: Sendable {
    let phone: Phone
    let database: HealthDatabase

    /// Settings of HealthKit where Apple's documentation is open.
    public var behavior: HealthKitBehavior {
        get { database.behavior }
        nonmutating set { database.setBehavior(newValue) }
    }

    /// Adds samples of any source; while the store is locked they wait for the unlock.
    ///
    /// - `workout`: the workout that contains them, if any.
    public func add(_ samples: [HKSample], to workout: HKWorkout? = nil) {
        database.add(samples, to: workout?.uuid)
    }

    /// Adds samples of any source to a workout by its identifier, or to none when `nil`.
    public func add(_ samples: [HKSample], toWorkout workout: UUID?) {
        database.add(samples, to: workout)
    }

    /// Adds a sample of any source.
    public func add(_ sample: HKSample, to workout: HKWorkout? = nil) {
        add([sample], to: workout)
    }

    /// Deletes samples of any source; unknown identifiers are skipped.
    public func delete(uuids: [UUID]) {
        database.delete(uuids)
    }

    /// Saves a newer version of a sample with a sync identifier; the old version is deleted.
    ///
    /// - Returns: the saved new version.
    @discardableResult
    public func replace<Sample: HKSample>(_ old: Sample, with new: Sample) -> Sample {
        guard let identifier = old.metadata?[HKMetadataKeySyncIdentifier] as? String,
            let version = old.number(HKMetadataKeySyncVersion)
        else {
            preconditionFailure(
                "Only a sample with a sync identifier and a version can be replaced."
            )
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
            preconditionFailure("A sample must be replaced by one of the same type.")
        }
        add(saved)
        return saved
    }

    /// Condenses a workout's samples into series, as the system does with old workouts.
    ///
    /// The originals are deleted, statistics stay the same. It can be repeated.
    public func condense(workout: HKWorkout) {
        database.condense(workout: workout.uuid)
    }

    /// Makes the system forget deleted objects from before a date.
    ///
    /// A query that did not read them in time never returns them.
    public func expireDeletedObjects(before date: Date) {
        database.expireDeletedSamples(before: date)
    }

    /// Syncs samples to another phone of the same person: they arrive after a delay, unchanged and
    /// with the same identifiers.
    ///
    /// Samples that exist there are skipped.
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

    /// Erases everything: it becomes a new store, which does not recognize earlier anchors.
    ///
    /// - `keepsPermissions`: whether authorization and background delivery are kept.
    public func erase(keepsPermissions: Bool = true) {
        database.become(nil, keepsPermissions: keepsPermissions)
    }

    /// Restores a backup of this or another phone: the same samples under new identifiers, in a new
    /// store.
    ///
    /// - Returns: the new identifiers by the old ones.
    @discardableResult
    public func restore(from backup: Phone, keepsPermissions: Bool = true) -> [UUID: UUID] {
        database.become(.of(backup), keepsPermissions: keepsPermissions)
    }
}

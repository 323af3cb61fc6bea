package import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Adds samples of any source.
    ///
    /// While the store is locked, they wait for the unlock.
    package func add(_ samples: [HKSample], to workout: UUID? = nil) {
        write(.add(samples, workout: workout))
    }

    /// Deletes samples of any source.
    package func delete(_ uuids: [UUID]) {
        write(.delete(uuids))
    }

    private func write(_ change: HealthState.SideChange) {
        guard isAccessible else { return keepForUnlock(change) }
        apply([change])
    }

    private func keepForUnlock(_ change: HealthState.SideChange) {
        let calls = state.withLock { state in
            state.sideFile.append(change)
            guard state.behavior.unmergedDataWakes, case .add(let samples, _) = change else {
                return HealthState.Calls()
            }
            return state.note(samples.map(SampleChange.init))
        }
        make(calls)
    }

    private func apply(_ changes: [HealthState.SideChange]) {
        let now = timeline.now
        let calls = state.withLock { state in
            var done: [SampleChange] = []
            for change in changes {
                switch change {
                case .add(let samples, let workout):
                    done += state.add(samples, workout: workout, at: now)
                case .delete(let uuids): done += state.delete(uuids, at: now)
                }
            }
            return state.note(done)
        }
        make(calls)
    }

    /// Merges the samples that waited for the unlock: a batch of late samples.
    func mergeSideFile() {
        let changes = state.withLock { state in
            defer { state.sideFile = [] }
            return state.sideFile
        }
        if !changes.isEmpty { apply(changes) }
    }

    /// Associates samples with a workout.
    package func associate(_ samples: [UUID], with workout: UUID) {
        state.withLock { state in
            for sample in samples { state.associate(sample, with: workout) }
        }
    }

    /// Forgets deleted samples from before a date.
    package func expireDeletedSamples(before date: Date) {
        state.withLock { $0.expireDeletedSamples(before: date) }
    }

    func expireDeletedSamples() {
        let now = timeline.now
        state.withLock { state in
            guard let lifetime = state.behavior.deletedObjectLifetime else { return }
            state.expireDeletedSamples(before: now.addingTimeInterval(-lifetime.seconds))
        }
    }
}

package import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Adds samples of any source; what arrives while the store is sealed waits for the unlock.
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

    /// Puts what waited for the unlock into the store: a burst of late samples.
    func mergeSideFile() {
        let changes = state.withLock { state in
            defer { state.sideFile = [] }
            return state.sideFile
        }
        if !changes.isEmpty { apply(changes) }
    }

    /// Makes samples belong to a workout.
    package func associate(_ samples: [UUID], with workout: UUID) {
        state.withLock { state in
            for sample in samples { state.associate(sample, with: workout) }
        }
    }

    /// Forgets samples that were deleted before a moment.
    package func expireGraves(before date: Date) {
        state.withLock { $0.expireGraves(before: date) }
    }

    func expireGraves() {
        let now = timeline.now
        state.withLock { state in
            guard let lifetime = state.behavior.deletedObjectLifetime else { return }
            state.expireGraves(before: now.addingTimeInterval(-lifetime.seconds))
        }
    }
}

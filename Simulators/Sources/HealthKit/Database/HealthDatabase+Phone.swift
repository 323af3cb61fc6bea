import SimulatedHealthBehavior
package import SimulatedPhone
import Synchronization

// Events of the phone.
extension HealthDatabase {
    package func processDidLaunch(generation: Int, reason: LaunchReason) {
        state.withLock { state in
            let clears =
                switch state.behavior.launchThatClearsStrikes {
                case .none: false
                case .byUser: reason == .user
                case .any: true
                }
            if clears { state.clearStrikes() }
        }
        planWakes()
    }

    package func processDidChange(to process: AppProcess) {
        guard process == .foreground else { return }
        state.withLock { state in
            // Wakes of an app in the foreground need no completion.
            for type in state.registrations.keys { state.registrations[type]?.wake = nil }
        }
        catchUp()
        planWakes()
    }

    package func processDidEnd(generation: Int) {
        // The app's objects are released outside of the lock, because a deinitializer may call
        // back.
        let (queries, replies) = state.withLock { state in
            let gone = (state.liveQueries, state.replies.sorted { $0.key < $1.key }.map(\.value))
            state.counters.openCompletions = 0
            state.liveQueries = []
            state.replies = [:]
            return gone
        }
        withExtendedLifetime(queries) { for reply in replies { reply() } }
    }

    package func didUnlock(isFirst: Bool) {
        mergeSideFile()
        planWakes()
    }

    package func didReboot() {
        state.withLock { state in
            for type in state.registrations.keys where state.registrations[type]?.wake != nil {
                state.registrations[type]?.wake = nil
                state.registrations[type]?.isPending = true
            }
        }
    }

    package func conditionsDidChange() {
        planWakes()
    }
}

import SimulatedHealthBehavior
package import SimulatedPhone
import Synchronization

// What the phone goes through.
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
            // Nobody waits for an answer of an app that is in front of the person.
            for type in state.registrations.keys { state.registrations[type]?.wake = nil }
        }
        catchUp()
        planWakes()
    }

    package func processDidEnd(generation: Int) {
        let replies = state.withLock { state in
            state.liveQueries = []
            state.counters.openCompletions = 0
            defer { state.replies = [:] }
            return state.replies.sorted { $0.key < $1.key }.map(\.value)
        }
        for reply in replies { reply() }
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

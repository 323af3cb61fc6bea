import Foundation
package import SimulatedPhone
package import SimulatedTasksBehavior
import Synchronization

// The end of tasks, and phone events.
extension TaskSystem {
    /// Delivers a task's expiration to the app, which has a short grace time to complete it.
    func expire(_ number: Int) {
        let now = timeline.now
        let (running, grace): (TaskState.Running?, Duration) = state.withLock { state in
            let grace = state.behavior.expirationGrace
            guard let running = state.running[number], !running.isExpired else {
                return (nil, grace)
            }
            guard running.wasDelivered else {
                state.running[number]?.expiresOnDelivery = true
                return (nil, grace)
            }
            state.running[number]?.isExpired = true
            state.runs[running.run].expired = now
            return (running, grace)
        }
        guard let running, let phone else { return }
        let identifier = running.taskRequest.identifier
        phone.deliver(to: running.generation) {
            guard !running.task.task.expire() else { return }
            phone.note(.expiredWithoutHandler, identifier)
            self.complete(number, as: .cutOff, identifier)
        }
        timeline.schedule(after: grace) { self.endUnfinished(number, identifier) }
    }

    /// Notes that the app has received a task.
    func markDelivered(_ number: Int) {
        let isOver = state.withLock { state in
            state.running[number]?.wasDelivered = true
            return state.running[number]?.expiresOnDelivery ?? false
        }
        if isOver { expire(number) }
    }

    private func endUnfinished(_ number: Int, _ identifier: String) {
        let (isRunning, ends) = state.withLock { state in
            (state.running[number] != nil, state.behavior.endsUnfinished)
        }
        guard isRunning, let phone else { return }
        guard ends else {
            phone.note(.taskNotCompleted, identifier)
            return complete(number, as: .cutOff, identifier)
        }
        phone.kill(.taskNotCompleted, identifier)
    }

    func complete(_ number: Int, as outcome: BackgroundTaskRun.Outcome, _ identifier: String) {
        let now = timeline.now
        let wasRunning = state.withLock { state in
            guard let running = state.running.removeValue(forKey: number) else { return false }
            state.runs[running.run].ended = now
            state.runs[running.run].outcome = outcome
            return true
        }
        guard wasRunning else {
            phone?.note(.taskCompletedTwice, identifier)
            return
        }
        // An app that completes the task directly in its handler comes first.
        timeline.schedule(after: .zero) {
            self.phone?.suspendWhenUnused(releasedBy: self)
            self.reconsider()
        }
    }

    /// Expires the running tasks that match.
    package func expire(where matches: (SubmittedTaskRequest) -> Bool) {
        let numbers = state.withLock { state in
            state.running.filter { matches($0.value.taskRequest) }.keys.sorted()
        }
        for number in numbers { expire(number) }
    }

    /// Begins a pending task, regardless of conditions.
    ///
    /// - Returns: whether a request was pending.
    package func force(_ identifier: String, for runtime: Duration?) -> Bool {
        let number = state.withLock { state in
            state.pending.first { $0.taskRequest.identifier == identifier }?.number
        }
        guard let number else { return false }
        grant(number, for: runtime)
        return true
    }

    package func processDidFinishLaunching() {
        startGranted()
    }

    package func processDidChange(to process: AppProcess) {
        reconsider()
    }

    package func processDidEnd(generation: Int) {
        let now = timeline.now
        // The app's objects are released outside of the lock, because a deinitializer may complete
        // its task.
        let gone = state.withLock { state in
            let gone = (state.handlers, state.running)
            for running in state.running.values {
                state.runs[running.run].ended = now
                state.runs[running.run].outcome = .lost
            }
            state.handlers = [:]
            state.running = [:]
            return gone
        }
        withExtendedLifetime(gone) {}
        reconsider()
    }

    package func didReboot() {
        state.withLock { state in
            if !state.behavior.requestsSurviveReboot { state.pending = [] }
        }
        reconsider()
    }

    package func conditionsDidChange() {
        if let phone {
            let ends = state.withLock(\.behavior.pickUpEndsProcessing) && phone.isInUse
            let isCharging = phone.isCharging
            expire { taskRequest in
                taskRequest.kind == .processing && (ends || taskRequest.needsPower && !isCharging)
            }
        }
        reconsider()
    }

    package var keepsProcessRunning: Bool {
        state.withLock { !$0.running.isEmpty }
    }
}

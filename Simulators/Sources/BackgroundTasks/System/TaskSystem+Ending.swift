import Foundation
package import SimulatedPhone
package import SimulatedTasksBehavior
import Synchronization

// How tasks end, and what the phone goes through.
extension TaskSystem {
    /// Tells the app that a task's time is over; it has a moment to complete it.
    func expire(_ number: Int) {
        let now = timeline.now
        let (running, grace): (TaskState.Running?, Duration) = state.withLock { state in
            let grace = state.behavior.expirationGrace
            guard let running = state.running[number], !running.isExpired else {
                return (nil, grace)
            }
            guard running.isHanded else {
                state.running[number]?.endsWhenHanded = true
                return (nil, grace)
            }
            state.running[number]?.isExpired = true
            state.runs[running.run].expired = now
            return (running, grace)
        }
        guard let running, let phone else { return }
        let identifier = running.wish.identifier
        phone.deliver(to: running.generation) {
            guard !running.task.task.expire() else { return }
            phone.note(.expiredWithoutHandler, identifier)
            self.complete(number, as: .cutOff, identifier)
        }
        timeline.schedule(after: grace) { self.endUnfinished(number, identifier) }
    }

    /// The app has a task now.
    func wasHanded(_ number: Int) {
        let isOver = state.withLock { state in
            state.running[number]?.isHanded = true
            return state.running[number]?.endsWhenHanded ?? false
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
        // Whoever completes it goes on to its next wait first.
        timeline.schedule(after: .zero) {
            self.phone?.suspendWhenUnused(releasedBy: self)
            self.reconsider()
        }
    }

    /// The tasks that run under an identifier, or all that are of a kind.
    package func expire(where matches: (BackgroundTaskWish) -> Bool) {
        let numbers = state.withLock { state in
            state.running.filter { matches($0.value.wish) }.keys.sorted()
        }
        for number in numbers { expire(number) }
    }

    /// Begins a task that is pending, whatever the conditions are.
    ///
    /// - Returns: whether there is one.
    package func force(_ identifier: String, for runtime: Duration?) -> Bool {
        let number = state.withLock { state in
            state.pending.first { $0.wish.identifier == identifier }?.number
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
        // The app's objects go outside the lock: one that goes may complete its task.
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
            expire { wish in
                wish.kind == .processing && (ends || wish.needsPower && !isCharging)
            }
        }
        reconsider()
    }

    package var keepsProcessRunning: Bool {
        state.withLock { !$0.running.isEmpty }
    }
}

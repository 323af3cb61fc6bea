import Foundation
import SimulatedLocationBehavior
package import SimulatedPhone
import Synchronization

// What the phone goes through.
extension LocationSystem {
    package func processDidLaunch(generation: Int, reason: LaunchReason) {
        change { state, _ in
            state.lastProcess = .background
            state.suspendedAt = nil
            state.reportedStatus = nil
            state.offerPending()
        }
    }

    package func processDidChange(to process: AppProcess) {
        change { state, circumstances in
            let previous = state.lastProcess
            state.lastProcess = process
            if process == .suspended {
                state.suspendedAt = circumstances.now
                state.permission.endTemporaryGrants()
                return
            }
            if previous == .suspended {
                state.goOn(circumstances)
                state.suspendedAt = nil
            }
            if process == .foreground {
                state.resumeUpdates()
                state.repeatConditions(circumstances)
            }
        }
    }

    package func processDidEnd(generation: Int) {
        let ports = state.withLock { Array($0.ports.values) }
        change { state, _ in
            state.lastProcess = .notRunning
            state.managers = [:]
            state.ports = [:]
            state.sessions = [:]
            state.suspendedAt = nil
            state.permission.endTemporaryGrants()
            if state.permission.openPrompt != .confirmation { state.permission.openPrompt = nil }
        }
        for port in ports { port.close() }
    }

    package func didUnlock(isFirst: Bool) {
        change { state, circumstances in
            guard isFirst else { return }
            state.restoredAt =
                circumstances.now.addingTimeInterval(state.behavior.restorationDelay.seconds)
        }
    }

    package func didReboot() {
        change { state, _ in
            // What was on its way is gone with the memory.
            for event in state.pending + state.unconfirmed { state.lose(event) }
            state.pending = []
            state.unconfirmed = []
            state.releases = [:]
            state.lastFix = nil
            guard !state.behavior.regionsSurviveReboot else { return }
            for fence in state.sortedFences { state.record(.dropped, of: fence) }
            state.fences = [:]
        }
    }

    package func conditionsDidChange() {
        change()
    }

    package var keepsProcessRunning: Bool {
        state.withLock { state in
            state.permission.isGranted(inUse: true)
                && state.managers.values.contains { $0.updatesInBackground }
        }
    }
}

extension LocationState {
    /// The suspended process goes on.
    mutating func goOn(_ circumstances: Circumstances) {
        let reported = Reported(status: permission.status, accuracy: permission.accuracy)
        if reported != reportedStatus || behavior.reportsAuthorizationOnResume {
            reportedStatus = reported
            outbox.append(.tell(nil, .authorization))
        }
        deliverQueuedFixes(circumstances)
        offerPending()
    }
}

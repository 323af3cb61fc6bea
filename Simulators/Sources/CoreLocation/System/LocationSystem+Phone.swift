import Foundation
import SimulatedLocationBehavior
package import SimulatedPhone
import Synchronization

// Events of the phone.
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
        change { state, device in
            let previous = state.lastProcess
            state.lastProcess = process
            if process == .suspended {
                state.suspendedAt = device.now
                state.permission.endTemporaryGrants()
                return
            }
            if previous == .suspended {
                state.resume(device)
                state.suspendedAt = nil
            }
            if process == .foreground {
                state.resumeUpdates()
                state.repeatConditions(device)
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
        change { state, device in
            guard isFirst else { return }
            state.restoredAt =
                device.now.addingTimeInterval(state.behavior.restorationDelay.seconds)
        }
    }

    package func didReboot() {
        change { state, _ in
            // Undelivered events are lost with the memory.
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
    /// Resumes the suspended process.
    mutating func resume(_ device: DeviceConditions) {
        let reported = Reported(status: permission.status, accuracy: permission.accuracy)
        if reported != reportedStatus || behavior.reportsAuthorizationOnResume {
            reportedStatus = reported
            outbox.append(.call(nil, .authorization))
        }
        deliverQueuedFixes(device)
        offerPending()
    }
}

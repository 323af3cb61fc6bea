import Foundation
package import SimulatedPhone
import Synchronization

// Events of the phone.
extension ApplicationSystem {
    package func processDidLaunch(generation: Int, reason: LaunchReason) {
        state.withLock { $0.applicationState = reason == .user ? .inactive : .background }
        resetTime()
    }

    package func processDidFinishLaunching() {
        if phone?.process == .foreground { becomeActive() }
    }

    package func processDidChange(to process: AppProcess) {
        switch process {
        case .foreground:
            resetTime()
            // A launching app is notified after its launch.
            guard phone?.isLaunching == false else {
                state.withLock { $0.applicationState = .inactive }
                return
            }
            post(UIApplication.willEnterForegroundNotification)
            state.withLock { $0.applicationState = .inactive }
            becomeActive()
        case .background:
            resetTime()
            guard applicationState != .background else { return }
            if applicationState == .active { post(UIApplication.willResignActiveNotification) }
            state.withLock { $0.applicationState = .background }
            post(UIApplication.didEnterBackgroundNotification)
        case .suspended:
            let names = state.withLock { $0.isExpired ? $0.grants.map(\.name) : [] }
            if !names.isEmpty {
                phone?.kill(.backgroundTimeNotEnded, names.joined(separator: ", "))
            }
        case .notRunning:
            break
        }
    }

    private func becomeActive() {
        state.withLock { $0.applicationState = .active }
        post(UIApplication.didBecomeActiveNotification)
    }

    package func processDidEnd(generation: Int) {
        state.withLock { state in
            state.application = nil
            state.device = nil
            state.isBatteryMonitored = false
            state.grants = []
            state.deadline = nil
            state.isExpired = false
            state.applicationState = .background
        }
    }

    package func didLock() {
        guard let since = phone?.lockedSince else { return }
        timeline.schedule(after: state.withLock { $0.behavior.protectedDataDelay }) {
            guard let phone = self.phone, phone.lockedSince == since else { return }
            if phone.process.isRunning {
                self.post(UIApplication.protectedDataWillBecomeUnavailableNotification)
            }
            self.state.withLock { $0.isDataAvailable = false }
        }
    }

    package func didUnlock(isFirst: Bool) {
        let wasAvailable = state.withLock { state in
            defer { state.isDataAvailable = true }
            return state.isDataAvailable
        }
        guard !wasAvailable, let phone else { return }
        phone.deliver(to: phone.generation) {
            if self.isDataAvailable {
                self.post(UIApplication.protectedDataDidBecomeAvailableNotification)
            }
        }
    }

    package func didReboot() {
        state.withLock { $0.isDataAvailable = false }
    }

    package func conditionsDidChange() {
        guard let phone else { return }
        let (now, status) = (Battery(phone), Self.refreshStatus(of: phone))
        let (old, wasMonitored, oldStatus) = state.withLock { state in
            defer { (state.battery, state.refreshStatus) = (now, status) }
            return (state.battery, state.isBatteryMonitored, state.refreshStatus)
        }
        if wasMonitored, now.state != old.state {
            postOfDevice(UIDevice.batteryStateDidChangeNotification)
        }
        if wasMonitored, now.level != old.level {
            postOfDevice(UIDevice.batteryLevelDidChangeNotification)
        }
        if status != oldStatus {
            phone.deliver(to: phone.generation) {
                self.post(UIApplication.backgroundRefreshStatusDidChangeNotification)
            }
        }
    }
}

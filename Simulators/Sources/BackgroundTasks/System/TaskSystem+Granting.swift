import Foundation
import SimulatedPhone
import SimulatedTasksBehavior
import Synchronization

// When what is pending begins.
extension TaskSystem {
    private func circumstances(of phone: Phone) -> Circumstances {
        Circumstances(
            now: timeline.now,
            isPoweredOn: phone.isPoweredOn,
            hasUnlockedSinceBoot: phone.hasUnlockedSinceBoot,
            wasForceQuit: phone.wasForceQuit,
            isBackgroundRefreshOn: phone.isBackgroundRefreshOn,
            isLowPowerModeOn: phone.isLowPowerModeOn,
            isCharging: phone.isCharging,
            batteryLevel: phone.batteryLevel,
            hasNetwork: phone.network.interface != nil,
            isInUse: phone.isInUse,
            lastUse: phone.lastUse,
            isInForeground: phone.process == .foreground
        )
    }

    /// Grants what may begin now, and plans the next look at what may not yet.
    func reconsider() {
        guard let phone else { return }
        let circumstances = circumstances(of: phone)
        let now = circumstances.now
        let (ready, next) = state.withLock { state in
            if circumstances.isInUse {
                state.idleSince = nil
            } else if state.idleSince == nil {
                state.idleSince = now
            }
            let dues = state.pending.compactMap { item in
                state.due(item, circumstances).map { (item.number, $0) }
            }
            let next = dues.map(\.1).filter { $0 > now }.min()
            return (dues.filter { $0.1 <= now }.map(\.0), next)
        }
        for number in ready { grant(number) }
        if let next { plan(next) }
    }

    private func plan(_ date: Date) {
        let isEarlier = state.withLock { state in
            guard date < state.timer ?? .distantFuture else { return false }
            state.timer = date
            return true
        }
        guard isEarlier else { return }
        // Rounded up, so that it is over then.
        let wait = (max(0, date.timeIntervalSince(timeline.now)) * 1000).rounded(.up)
        timeline.schedule(after: .milliseconds(Int64(wait))) {
            let isCurrent = self.state.withLock { state in
                guard state.timer == date else { return false }
                state.timer = nil
                return true
            }
            if isCurrent { self.reconsider() }
        }
    }

    /// Begins a task in the app's process, which is launched if there is none.
    ///
    /// - `runtime`: how long it may run; what its kind may when `nil`.
    func grant(_ number: Int, for runtime: Duration? = nil) {
        guard let phone, phone.isPoweredOn else { return }
        let now = timeline.now
        let retry: Date? = state.withLock { state in
            guard let index = state.pending.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            let retry = now.addingTimeInterval(state.behavior.retryDelay.seconds)
            state.pending[index].isGranted = true
            state.pending[index].notBefore = retry
            if let runtime { state.pending[index].runtime = runtime }
            return retry
        }
        guard let retry else { return }
        guard phone.process == .notRunning else { return startGranted() }
        phone.requestLaunch(.backgroundTask)
        timeline.schedule(after: .milliseconds(Int64(retry.timeIntervalSince(now) * 1000))) {
            self.giveUpLaunch(number)
        }
    }

    /// The app was not launched: the system tries again.
    private func giveUpLaunch(_ number: Int) {
        state.withLock { state in
            if let index = state.pending.firstIndex(where: { $0.number == number }) {
                state.pending[index].isGranted = false
            }
        }
        reconsider()
    }

    /// Hands the app what it was launched for, once its launch is over.
    func startGranted() {
        guard let phone, phone.process != .notRunning, !phone.isLaunching else { return }
        let granted = state.withLock { state in
            defer { state.pending.removeAll(where: \.isGranted) }
            return state.pending.filter(\.isGranted)
        }
        for item in granted { start(item, phone) }
    }

    private func start(_ item: TaskState.Pending, _ phone: Phone) {
        let wish = item.wish
        let generation = phone.generation
        guard let handler = state.withLock({ $0.handlers[wish.identifier] }) else {
            return phone.kill(.hadNoLaunchHandler, wish.identifier)
        }
        let (number, name) = (item.number, wish.identifier)
        let link = TaskLink(
            task: wish.kind == .refresh
                ? BGAppRefreshTask(
                    system: self,
                    number: number,
                    identifier: name,
                    generation: generation
                )
                : BGProcessingTask(
                    system: self,
                    number: number,
                    identifier: name,
                    generation: generation
                )
        )
        let now = timeline.now
        let runtime = state.withLock { state in
            state.lastBegin[wish.identifier] = now
            state.runs.append(
                BackgroundTaskRun(
                    identifier: wish.identifier,
                    kind: wish.kind,
                    generation: generation,
                    began: now
                )
            )
            state.running[item.number] = TaskState.Running(
                run: state.runs.count - 1,
                wish: wish,
                task: link,
                generation: generation
            )
            return item.runtime
                ?? state.runtime(of: wish.kind) { randomness.number(below: $0) }
        }
        phone.allowBackgroundTime(for: phone.taskLaunchRuntime)
        phone.deliver(to: generation) {
            handler.call(link.task)
            self.wasHanded(number)
        }
        timeline.schedule(after: runtime) { self.expire(number) }
    }
}

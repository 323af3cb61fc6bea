import Foundation
import SimulatedPhone
import SimulatedTasksBehavior
import Synchronization

// The start of pending tasks.
extension TaskSystem {
    private func device(of phone: Phone) -> DeviceConditions {
        DeviceConditions(
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

    /// Grants the tasks that may begin now, and schedules the next evaluation for the others.
    func reconsider() {
        guard let phone else { return }
        let device = device(of: phone)
        let now = device.now
        let (ready, next) = state.withLock { state in
            if device.isInUse {
                state.idleSince = nil
            } else if state.idleSince == nil {
                state.idleSince = now
            }
            let dueDates = state.pending.compactMap { item in
                state.due(item, device).map { (item.number, $0) }
            }
            let next = dueDates.map(\.1).filter { $0 > now }.min()
            return (dueDates.filter { $0.1 <= now }.map(\.0), next)
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
        // Rounded up, so that the date has passed by then.
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
    /// - `runtime`: the time limit; the default of the task's kind when `nil`.
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

    /// Notes that the launch failed; the system will retry.
    private func giveUpLaunch(_ number: Int) {
        state.withLock { state in
            if let index = state.pending.firstIndex(where: { $0.number == number }) {
                state.pending[index].isGranted = false
            }
        }
        reconsider()
    }

    /// Delivers the granted tasks to the app once its launch has ended.
    func startGranted() {
        guard let phone, phone.process != .notRunning, !phone.isLaunching else { return }
        let granted = state.withLock { state in
            defer { state.pending.removeAll(where: \.isGranted) }
            return state.pending.filter(\.isGranted)
        }
        for item in granted { start(item, phone) }
    }

    private func start(_ item: TaskState.Pending, _ phone: Phone) {
        let taskRequest = item.taskRequest
        let generation = phone.generation
        guard let handler = state.withLock({ $0.handlers[taskRequest.identifier] }) else {
            return phone.kill(.hadNoLaunchHandler, taskRequest.identifier)
        }
        let (number, name) = (item.number, taskRequest.identifier)
        let link = TaskLink(
            task: taskRequest.kind == .refresh
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
            state.lastBegin[taskRequest.identifier] = now
            state.runs.append(
                BackgroundTaskRun(
                    identifier: taskRequest.identifier,
                    kind: taskRequest.kind,
                    generation: generation,
                    began: now
                )
            )
            state.running[item.number] = TaskState.Running(
                run: state.runs.count - 1,
                taskRequest: taskRequest,
                task: link,
                generation: generation
            )
            return item.runtime
                ?? state.runtime(of: taskRequest.kind) { randomness.number(below: $0) }
        }
        phone.allowBackgroundTime(for: phone.taskLaunchRuntime)
        phone.deliver(to: generation) {
            handler.call(link.task)
            self.markDelivered(number)
        }
        timeline.schedule(after: runtime) { self.expire(number) }
    }
}

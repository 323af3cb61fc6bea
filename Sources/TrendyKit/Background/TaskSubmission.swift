import Synchronization
import TrendyModel
import TrendySync

/// Asks the system for tasks, whoever uses the app and whether its database can be opened.
final class TaskSubmission: Sendable {
    private let tasks: any BackgroundTaskScheduling
    private let wallClock: any WallClock
    private let policy: BackgroundPolicy
    private let power = Mutex(PowerState())

    init(
        tasks: any BackgroundTaskScheduling,
        wallClock: any WallClock,
        policy: BackgroundPolicy
    ) {
        self.tasks = tasks
        self.wallClock = wallClock
        self.policy = policy
    }

    /// Asks for all of them anew.
    func submit() {
        var conditions = SyncConditions()
        conditions.isLowPower = power.withLock(\.isLowPower)
        for request in policy.requests(now: wallClock.now(), conditions: conditions) {
            // Switched off by the person, or not permitted: what waits is sent at the next opening.
            try? tasks.submit(request)
        }
    }

    /// Follows the device's power until the task is cancelled: what was asked for under another one
    /// is asked for anew.
    func follow(_ monitor: any PowerMonitor) async {
        for await state in monitor.states() {
            let changes = power.withLock { power in
                defer { power = state }
                return power.isLowPower != state.isLowPower
            }
            if changes { submit() }
        }
    }
}

import Synchronization
import TrendyModel
import TrendySync

/// Asks the system for tasks, whoever uses the app and whether its database can be opened.
final class TaskSubmission: Sendable {
    /// Under which the long task's last time is kept, in seconds since 1970.
    private static let key = "processing-last"

    private let tasks: any BackgroundTaskScheduling
    private let keyValues: (any KeyValueStore)?
    private let wallClock: any WallClock
    private let policy: BackgroundPolicy
    private let power = Mutex(PowerState())
    /// Whether the system did not take all that was asked for the last time.
    private let isRefused = Mutex(false)
    /// When the long task last had its time, as far as this process knows.
    private let processed = Mutex<Instant?>(nil)

    init(
        tasks: any BackgroundTaskScheduling,
        keyValues: (any KeyValueStore)? = nil,
        wallClock: any WallClock,
        policy: BackgroundPolicy
    ) {
        self.tasks = tasks
        self.keyValues = keyValues
        self.wallClock = wallClock
        self.policy = policy
    }

    /// Asks for all of them anew.
    ///
    /// - `granted`: the identifier of the one that has its time now.
    func submit(after granted: String? = nil) {
        let now = wallClock.now()
        if granted == BackgroundPolicy.processing { note(now) }
        var conditions = SyncConditions()
        let power = power.withLock(\.self)
        (conditions.isLowPower, conditions.isCharging) = (power.isLowPower, power.isCharging)
        let requests = policy.requests(
            now: now,
            processed: lastProcessing(now),
            conditions: conditions
        )
        var isRefused = false
        for request in requests {
            do {
                try tasks.submit(request)
            } catch {
                // Switched off by the person, or not permitted: what waits is sent at the next
                // opening.
                isRefused = true
            }
        }
        self.isRefused.withLock { $0 = isRefused }
    }

    /// Asks anew when the system refused: the person may have switched it on meanwhile.
    func submitRefused() {
        if isRefused.withLock(\.self) { submit() }
    }

    /// When the long task last had its time; the first time that it is asked for when it never had.
    ///
    /// What is asked for again each time must not come later each time.
    private func lastProcessing(_ now: Instant) -> Instant {
        let last: Instant?
        do {
            let kept = try keyValues?.text(for: Self.key).flatMap { Int64($0) }
            last = processed.withLock(\.self) ?? kept.map { Instant(seconds: $0) }
        } catch {
            // On a device that was not unlocked yet: the next time it is asked for tells.
            return now
        }
        // A clock that was put back must not put it off.
        if let last, last <= now { return last }
        note(now)
        return now
    }

    private func note(_ instant: Instant) {
        processed.withLock { $0 = instant }
        // Where it cannot be kept, the next process begins to count anew.
        try? keyValues?.set(String(instant.milliseconds / 1000), for: Self.key)
    }

    /// Follows the device's power until the task is cancelled: what was asked for under another one
    /// is asked for anew.
    func follow(_ monitor: any PowerMonitor) async {
        for await state in monitor.states() {
            let changes = power.withLock { power in
                defer { power = state }
                return power != state
            }
            if changes { submit() }
        }
    }
}

import Synchronization
import TrendyModel
import TrendySync

/// Submits background task requests, independent of the account and its database.
final class TaskSubmission: Sendable {
    /// The key of the last processing task's time, in seconds since 1970.
    private static let key = "processing-last"

    private let tasks: any BackgroundTaskScheduling
    private let keyValues: (any KeyValueStore)?
    private let wallClock: any WallClock
    private let policy: BackgroundPolicy
    private let power = Mutex(PowerState())
    /// Whether the system refused a request of the last submission.
    private let isRefused = Mutex(false)
    /// When the last processing task ran, as far as this process knows.
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

    /// Submits all task requests again.
    ///
    /// - `granted`: the identifier of the task that runs now.
    func submit(after granted: String? = nil) {
        let now = wallClock.now()
        if granted == BackgroundPolicy.processing { recordProcessing(now) }
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
                // The person disabled background refresh, or the identifier is not permitted.
                // Pending changes are sent when the app is opened.
                isRefused = true
            }
        }
        self.isRefused.withLock { $0 = isRefused }
    }

    /// Submits again after a refusal: background refresh may be enabled again.
    func submitRefused() {
        if isRefused.withLock(\.self) { submit() }
    }

    /// When the last processing task ran, or the time of the first request when none ever ran.
    ///
    /// The first request's time is stored, so that repeated submissions do not postpone the task.
    private func lastProcessing(_ now: Instant) -> Instant {
        let last: Instant?
        do {
            let kept = try keyValues?.text(for: Self.key).flatMap { Int64($0) }
            last = processed.withLock(\.self) ?? kept.map { Instant(seconds: $0) }
        } catch {
            // The device was not unlocked since its restart. A later submission reads the value.
            return now
        }
        // A clock that was set back must not postpone the task.
        if let last, last <= now { return last }
        recordProcessing(now)
        return now
    }

    private func recordProcessing(_ instant: Instant) {
        processed.withLock { $0 = instant }
        // When the value cannot be stored, the next process starts counting again.
        try? keyValues?.set(String(instant.milliseconds / 1000), for: Self.key)
    }

    /// Observes the power state until the task is cancelled, and submits the requests again when it
    /// changes.
    func observe(_ monitor: any PowerMonitor) async {
        for await state in monitor.states() {
            let changes = power.withLock { power in
                defer { power = state }
                return power != state
            }
            if changes { submit() }
        }
    }
}

import Foundation
import SimulatedPhone
package import SimulatedTasksBehavior

/// The system's state of one app's background tasks.
package struct TaskState: Sendable {
    package var behavior = BackgroundTasksBehavior()
    /// The property list's `BGTaskSchedulerPermittedIdentifiers`.
    package var permitted: Set<String> = []
    /// The background task modes in the property list's `UIBackgroundModes`.
    package var modes: Set<BackgroundTaskKind> = [.refresh, .processing]
    /// Whether the device supports background tasks.
    package var isAvailable = true
    /// Whether the system's budgets allow the app more tasks.
    package var isGranting = true
    package var runs: [BackgroundTaskRun] = []

    /// A pending request.
    struct Pending: Sendable {
        let number: Int
        let taskRequest: SubmittedTaskRequest
        /// The system's delay before it starts the task.
        let delay: Duration
        /// The earliest next attempt after a launch that did not register a handler.
        var notBefore = Date.distantPast
        /// Whether the app is being launched for it.
        var isGranted = false
        /// The task's time limit; the default of its kind when `nil`.
        var runtime: Duration?
    }

    /// A running task.
    struct Running: Sendable {
        let run: Int
        let taskRequest: SubmittedTaskRequest
        let task: TaskLink
        let generation: Int
        /// Whether the app has received the task.
        ///
        /// Expiration is never delivered before the start, even if both are due at once.
        var wasDelivered = false
        /// Whether the task's time expired before the app received it.
        var expiresOnDelivery = false
        var isExpired = false
    }

    var pending: [Pending] = []
    var running: [Int: Running] = [:]
    var handlers: [String: LaunchHandler] = [:]
    var idleSince: Date?
    /// The time at which a task last began, by identifier.
    var lastBegin: [String: Date] = [:]
    /// The time of the next scheduled evaluation of pending requests.
    var timer: Date?
    private var number = 0

    mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    /// The time at which a pending request may begin under the current conditions; `nil` while they
    /// forbid it.
    func due(_ item: Pending, _ device: DeviceConditions) -> Date? {
        let taskRequest = item.taskRequest
        guard !item.isGranted, isAvailable, isGranting,
            device.allowsBackground(behavior),
            !running.values.contains(where: { $0.taskRequest.identifier == taskRequest.identifier })
        else { return nil }
        var due = max(taskRequest.earliestBegin ?? taskRequest.submitted, taskRequest.submitted)
        let isRefresh = taskRequest.kind == .refresh
        let interval = isRefresh ? behavior.refreshInterval : behavior.processingInterval
        if let last = lastBegin[taskRequest.identifier] {
            due = max(due, last.addingTimeInterval(interval.seconds))
        }
        if !isRefresh {
            guard let idleSince, device.wasUsed(within: behavior.usageWindow),
                !taskRequest.needsPower || device.isCharging,
                !taskRequest.needsNetwork || device.hasNetwork
            else { return nil }
            due = max(due, idleSince.addingTimeInterval(behavior.idleTime.seconds))
        }
        return max(due.addingTimeInterval(item.delay.seconds), item.notBefore)
    }

    /// The time limit of a task, drawn at random.
    func runtime(of kind: BackgroundTaskKind, chance: (Int) -> Int) -> Duration {
        if behavior.earlyPerMille > 0, chance(1000) < behavior.earlyPerMille {
            let (shortest, longest) = (
                behavior.earlyRuntime.lowerBound.seconds, behavior.earlyRuntime.upperBound.seconds
            )
            return .milliseconds(
                Int(shortest * 1000) + chance(Int((longest - shortest) * 1000) + 1)
            )
        }
        return kind == .refresh ? behavior.refreshRuntime : behavior.processingRuntime
    }
}

/// The conditions of the phone that affect background tasks.
struct DeviceConditions {
    var now: Date
    var isPoweredOn: Bool
    var hasUnlockedSinceBoot: Bool
    var wasForceQuit: Bool
    var isBackgroundRefreshOn: Bool
    var isLowPowerModeOn: Bool
    var isCharging: Bool
    var batteryLevel: Double
    var hasNetwork: Bool
    var isInUse: Bool
    var lastUse: Date?
    var isInForeground: Bool

    func allowsBackground(_ behavior: BackgroundTasksBehavior) -> Bool {
        isPoweredOn && !wasForceQuit && isBackgroundRefreshOn && !isLowPowerModeOn
            && !isInForeground
            && (isCharging || batteryLevel >= behavior.criticalBatteryLevel)
            && (hasUnlockedSinceBoot || behavior.runsBeforeFirstUnlock)
    }

    func wasUsed(within span: Duration) -> Bool {
        lastUse.map { now.timeIntervalSince($0) <= span.seconds } ?? false
    }
}

/// A launch handler of the app.
struct LaunchHandler: @unchecked Sendable {
    // Unchecked: called on the phone's timeline only, as Apple's is called on one queue.
    let call: (BGTask) -> Void
}

/// A task that the app has received.
struct TaskLink: @unchecked Sendable {
    // Unchecked: like its handler.
    let task: BGTask
}

extension SubmittedTaskRequest {
    /// The request as the app submitted it.
    var request: BGTaskRequest {
        let request: BGTaskRequest
        switch kind {
        case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
        case .processing:
            let processing = BGProcessingTaskRequest(identifier: identifier)
            processing.requiresNetworkConnectivity = needsNetwork
            processing.requiresExternalPower = needsPower
            request = processing
        }
        request.earliestBeginDate = earliestBegin
        return request
    }
}

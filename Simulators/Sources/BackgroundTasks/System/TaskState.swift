import Foundation
import SimulatedPhone
package import SimulatedTasksBehavior

/// What the system knows of one app's background tasks.
package struct TaskState: Sendable {
    package var behavior = BackgroundTasksBehavior()
    /// The property list's `BGTaskSchedulerPermittedIdentifiers`.
    package var permitted: Set<String> = []
    /// The property list's `UIBackgroundModes`, as far as they matter here.
    package var modes: Set<BackgroundTaskKind> = [.refresh, .processing]
    /// Whether the device can do it at all.
    package var isAvailable = true
    /// Whether the system's budgets leave something for the app.
    package var isGranting = true
    package var runs: [BackgroundTaskRun] = []

    /// A request that waits.
    struct Pending: Sendable {
        let number: Int
        let wish: BackgroundTaskWish
        /// How late the system is with it.
        let delay: Duration
        /// Not before this, after a launch that the app did not answer.
        var notBefore = Date.distantPast
        /// Whether the app is being launched for it.
        var isGranted = false
        /// How long it may run; what its kind may when `nil`.
        var runtime: Duration?
    }

    /// A task that runs.
    struct Running: Sendable {
        let run: Int
        let wish: BackgroundTaskWish
        let task: TaskLink
        let generation: Int
        /// Whether the app has it: nobody is told of an end before the beginning, also where both
        /// are due at once.
        var isHanded = false
        /// Whether its time was over before the app had it.
        var endsWhenHanded = false
        var isExpired = false
    }

    var pending: [Pending] = []
    var running: [Int: Running] = [:]
    var handlers: [String: LaunchHandler] = [:]
    var idleSince: Date?
    /// When a task began last, by its identifier.
    var lastBegin: [String: Date] = [:]
    /// When the next look at what waits is planned.
    var timer: Date?
    private var number = 0

    mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    /// When something that waits may begin as things are; `nil` while they forbid it.
    func due(_ item: Pending, _ circumstances: Circumstances) -> Date? {
        let wish = item.wish
        guard !item.isGranted, isAvailable, isGranting,
            circumstances.allowsBackground(behavior),
            !running.values.contains(where: { $0.wish.identifier == wish.identifier })
        else { return nil }
        var due = max(wish.earliestBegin ?? wish.submitted, wish.submitted)
        let isRefresh = wish.kind == .refresh
        let interval = isRefresh ? behavior.refreshInterval : behavior.processingInterval
        if let last = lastBegin[wish.identifier] {
            due = max(due, last.addingTimeInterval(interval.seconds))
        }
        if !isRefresh {
            guard let idleSince, circumstances.wasUsed(within: behavior.usageWindow),
                !wish.needsPower || circumstances.isCharging,
                !wish.needsNetwork || circumstances.hasNetwork
            else { return nil }
            due = max(due, idleSince.addingTimeInterval(behavior.idleTime.seconds))
        }
        return max(due.addingTimeInterval(item.delay.seconds), item.notBefore)
    }

    /// How long a task may run, given chance.
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

/// What of the phone decides about background tasks.
struct Circumstances {
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

/// What an app registered.
struct LaunchHandler: @unchecked Sendable {
    // Unchecked: it is called on the phone's timeline only, as Apple's is on one queue.
    let call: (BGTask) -> Void
}

/// A task that the app has.
struct TaskLink: @unchecked Sendable {
    // Unchecked: as its handler.
    let task: BGTask
}

extension BackgroundTaskWish {
    /// As the app submitted it.
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

public import Foundation
import Synchronization

extension Phone {
    /// The state of the app's process.
    public var process: AppProcess { state.withLock { $0.process } }

    /// The number of the process, incremented by each launch.
    public var generation: Int { state.withLock { $0.generation } }

    /// Whether the device is on.
    public var isPoweredOn: Bool { state.withLock { $0.isPoweredOn } }

    /// Whether the device is locked.
    public var isLocked: Bool { lockedSince != nil }

    /// The time of the lock; `nil` when the device is not locked.
    public var lockedSince: Date? { state.withLock { $0.lockedSince } }

    /// Whether the passcode was entered since the device started.
    public var hasUnlockedSinceBoot: Bool { state.withLock { $0.hasUnlockedSinceBoot } }

    /// Whether the person force-quit the app and has not opened it since.
    public var wasForceQuit: Bool { state.withLock { $0.wasForceQuit } }

    /// The Background App Refresh switch.
    public var isBackgroundRefreshOn: Bool {
        get { state.withLock { $0.isBackgroundRefreshOn } }
        set {
            state.withLock { $0.isBackgroundRefreshOn = newValue }
            callServices { $0.conditionsDidChange() }
        }
    }

    /// Whether Low Power Mode is on.
    public var isLowPowerModeOn: Bool {
        get { state.withLock { $0.isLowPowerModeOn } }
        set {
            state.withLock { $0.isLowPowerModeOn = newValue }
            callServices { $0.conditionsDidChange() }
        }
    }

    /// Whether the person uses the device: it is unlocked or was picked up.
    public var isInUse: Bool { state.withLock { $0.isInUse } }

    /// The time at which the person last opened the app; `nil` when they never did.
    public var lastUse: Date? { state.withLock { $0.lastUse } }

    /// Whether the device is on a charger.
    public var isCharging: Bool {
        get { state.withLock { $0.isCharging } }
        set {
            state.withLock { $0.isCharging = newValue }
            callServices { $0.conditionsDidChange() }
        }
    }

    /// The battery level, from 0 to 1.
    public var batteryLevel: Double {
        get { state.withLock { $0.batteryLevel } }
        set {
            state.withLock { $0.batteryLevel = min(1, max(0, newValue)) }
            callServices { $0.conditionsDidChange() }
        }
    }

    /// The device's network.
    public var network: PhoneNetwork {
        get { state.withLock { $0.network } }
        set {
            state.withLock { $0.network = newValue }
            callServices { $0.conditionsDidChange() }
        }
    }

    /// Whether the app's launch is still in progress.
    public var isLaunching: Bool { state.withLock { $0.isLaunching } }

    /// The longest duration of a launch unless ``finishLaunching()`` ends it; by default until the
    /// timeline advances.
    public var launchRuntime: Duration {
        get { state.withLock { $0.launchRuntime } }
        set { state.withLock { $0.launchRuntime = newValue } }
    }

    /// The background time after the app leaves the foreground, without a request for more.
    public var leavingRuntime: Duration {
        get { state.withLock { $0.leavingRuntime } }
        set { state.withLock { $0.leavingRuntime = newValue } }
    }

    /// The background time of a process that was launched for a background task, apart from the
    /// task itself.
    public var taskLaunchRuntime: Duration {
        get { state.withLock { $0.taskLaunchRuntime } }
        set { state.withLock { $0.taskLaunchRuntime = newValue } }
    }

    /// The background time of a wake before the process is suspended.
    public var backgroundRuntime: Duration {
        get { state.withLock { $0.backgroundRuntime } }
        set { state.withLock { $0.backgroundRuntime = newValue } }
    }

    /// The remaining background time, as an app can read it; zero when it has none or there is no
    /// limit.
    public var backgroundTimeRemaining: Duration {
        let seconds = state.withLock { $0.backgroundUntil }.timeIntervalSince(timeline.now)
        return process == .background ? .milliseconds(Int64(max(0, seconds) * 1000)) : .zero
    }

    /// The background time of a wake by the location service.
    public var locationRuntime: Duration {
        get { state.withLock { $0.locationRuntime } }
        set { state.withLock { $0.locationRuntime = newValue } }
    }

    /// The person's time zone, for calendars.
    public var timeZone: TimeZone {
        get { state.withLock { $0.timeZone } }
        set { state.withLock { $0.timeZone = newValue } }
    }

    /// Called when a framework requests a background launch.
    ///
    /// The owner calls ``launch(_:)`` and creates the app's objects anew, or ignores the request.
    public var onLaunchRequest: (@Sendable (LaunchReason) -> Void)? {
        get { state.withLock { $0.onLaunchRequest } }
        set { state.withLock { $0.onLaunchRequest = newValue } }
    }

    /// Called after the process came to the foreground, entered the background, was suspended,
    /// resumed, or ended.
    public var onProcessChange: (@Sendable (AppProcess) -> Void)? {
        get { state.withLock { $0.onProcessChange } }
        set { state.withLock { $0.onProcessChange = newValue } }
    }

    /// Called before the process is suspended.
    ///
    /// Returns a held resource that ends the process, such as a file lock; `nil` when there is
    /// none.
    public var onSuspend: (@Sendable () -> String?)? {
        get { state.withLock { $0.onSuspend } }
        set { state.withLock { $0.onSuspend = newValue } }
    }
}

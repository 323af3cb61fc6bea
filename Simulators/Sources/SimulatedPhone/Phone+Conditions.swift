public import Foundation
import Synchronization

extension Phone {
    /// What the app's process is doing.
    public var process: AppProcess { state.withLock { $0.process } }

    /// Which process it is: each launch has the next number.
    public var generation: Int { state.withLock { $0.generation } }

    /// Whether the device is on.
    public var isPoweredOn: Bool { state.withLock { $0.isPoweredOn } }

    /// Whether the device is locked.
    public var isLocked: Bool { lockedSince != nil }

    /// Since when the device is locked; `nil` when it is not.
    public var lockedSince: Date? { state.withLock { $0.lockedSince } }

    /// Whether the passcode was given since the device started.
    public var hasUnlockedSinceBoot: Bool { state.withLock { $0.hasUnlockedSinceBoot } }

    /// Whether the person swiped the app away and has not opened it since.
    public var wasForceQuit: Bool { state.withLock { $0.wasForceQuit } }

    /// The person's switch for background app refresh.
    public var isBackgroundRefreshOn: Bool {
        get { state.withLock { $0.isBackgroundRefreshOn } }
        set {
            state.withLock { $0.isBackgroundRefreshOn = newValue }
            tellServices { $0.conditionsDidChange() }
        }
    }

    /// Whether the device saves power.
    public var isLowPowerModeOn: Bool {
        get { state.withLock { $0.isLowPowerModeOn } }
        set {
            state.withLock { $0.isLowPowerModeOn = newValue }
            tellServices { $0.conditionsDidChange() }
        }
    }

    /// Whether the person has the device in hand: unlocked, or picked up.
    public var isInUse: Bool { state.withLock { $0.isInUse } }

    /// When the person last opened the app; `nil` when they never did.
    public var lastUse: Date? { state.withLock { $0.lastUse } }

    /// Whether the device is on a charger.
    public var isCharging: Bool {
        get { state.withLock { $0.isCharging } }
        set {
            state.withLock { $0.isCharging = newValue }
            tellServices { $0.conditionsDidChange() }
        }
    }

    /// How full the battery is, from 0 to 1.
    public var batteryLevel: Double {
        get { state.withLock { $0.batteryLevel } }
        set {
            state.withLock { $0.batteryLevel = min(1, max(0, newValue)) }
            tellServices { $0.conditionsDidChange() }
        }
    }

    /// The network that the device has.
    public var network: PhoneNetwork {
        get { state.withLock { $0.network } }
        set {
            state.withLock { $0.network = newValue }
            tellServices { $0.conditionsDidChange() }
        }
    }

    /// Whether the app still does what it does at its launch.
    public var isLaunching: Bool { state.withLock { $0.isLaunching } }

    /// How long a launch takes unless ``finishLaunching()`` ends it: until the timeline goes on.
    public var launchRuntime: Duration {
        get { state.withLock { $0.launchRuntime } }
        set { state.withLock { $0.launchRuntime = newValue } }
    }

    /// How long the app runs after it left the screen, when it asks for no more.
    public var leavingRuntime: Duration {
        get { state.withLock { $0.leavingRuntime } }
        set { state.withLock { $0.leavingRuntime = newValue } }
    }

    /// How long a process runs that was launched for a background task, beside the task itself.
    public var taskLaunchRuntime: Duration {
        get { state.withLock { $0.taskLaunchRuntime } }
        set { state.withLock { $0.taskLaunchRuntime = newValue } }
    }

    /// How long a wake in the background lasts before the process is suspended.
    public var backgroundRuntime: Duration {
        get { state.withLock { $0.backgroundRuntime } }
        set { state.withLock { $0.backgroundRuntime = newValue } }
    }

    /// How long the process may still run in the background, as an app can ask; zero when it may
    /// not, or nobody limits it.
    public var backgroundTimeRemaining: Duration {
        let seconds = state.withLock { $0.backgroundUntil }.timeIntervalSince(timeline.now)
        return process == .background ? .milliseconds(Int64(max(0, seconds) * 1000)) : .zero
    }

    /// The same for a wake by the location service.
    public var locationRuntime: Duration {
        get { state.withLock { $0.locationRuntime } }
        set { state.withLock { $0.locationRuntime = newValue } }
    }

    /// Where the person is, for calendars.
    public var timeZone: TimeZone {
        get { state.withLock { $0.timeZone } }
        set { state.withLock { $0.timeZone = newValue } }
    }

    /// Called when a framework wants the app started in the background: the owner calls
    /// ``launch(_:)`` and creates the app's objects anew, or does not.
    public var onLaunchRequest: (@Sendable (LaunchReason) -> Void)? {
        get { state.withLock { $0.onLaunchRequest } }
        set { state.withLock { $0.onLaunchRequest = newValue } }
    }

    /// Called after the process came to the front, went to the background, was suspended, went on,
    /// or ended.
    public var onProcessChange: (@Sendable (AppProcess) -> Void)? {
        get { state.withLock { $0.onProcessChange } }
        set { state.withLock { $0.onProcessChange = newValue } }
    }

    /// Asked before the process is suspended: what it holds that ends it, as a lock on a file;
    /// `nil` when nothing.
    public var onSuspend: (@Sendable () -> String?)? {
        get { state.withLock { $0.onSuspend } }
        set { state.withLock { $0.onSuspend = newValue } }
    }
}

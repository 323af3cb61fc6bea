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
}

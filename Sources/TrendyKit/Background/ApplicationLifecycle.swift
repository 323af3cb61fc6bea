/// What the app is to its person now: `UIApplication.State`.
public enum AppPhase: String, Sendable, Hashable {
    /// On the screen, and used.
    case active
    /// On the screen, but covered or on its way.
    case inactive
    /// Not on the screen; it is suspended soon.
    case background
}

/// What the app's system knows of it and grants it: `UIApplication`.
@MainActor
public protocol ApplicationLifecycle: AnyObject, Sendable {
    /// What the app is now.
    var phase: AppPhase { get }
    /// Called after each change of ``phase``, before the system goes on.
    var onPhaseChange: ((AppPhase) -> Void)? { get set }

    /// How long the app may still run in the background; `nil` where nobody limits it.
    var remainingBackgroundTime: Duration? { get }

    /// Asks not to be suspended for a while: `beginBackgroundTask(withName:)`.
    ///
    /// - `expiration`: called shortly before the time is over; the time must be given back in it.
    /// - Returns: what ``endBackgroundTime(_:)`` takes; `nil` when no time is granted.
    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken?

    /// Gives the time back.
    func endBackgroundTime(_ token: BackgroundTimeToken)

    /// Whether protected files can be read: not while the device is locked.
    var isProtectedDataAvailable: Bool { get }
    /// Called after each change of ``isProtectedDataAvailable``, and before it becomes `false`.
    var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)? { get set }

    /// Called after the person switched background refresh on or off; when the app goes on, where
    /// it is suspended then.
    var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)? { get set }
}

/// Time in the background that was granted.
public struct BackgroundTimeToken: Sendable, Hashable {
    /// The system's number for it.
    public let rawValue: Int

    /// A token of the system's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

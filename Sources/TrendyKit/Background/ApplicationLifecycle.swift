/// The foreground state of the app, as in `UIApplication.State`.
package enum AppPhase: String, Sendable, Hashable {
    /// In the foreground and receiving events.
    case active
    /// In the foreground but covered or in transition.
    case inactive
    /// In the background; the system suspends the app soon.
    case background
}

/// The app's lifecycle events and background time, as `UIApplication` provides them.
@MainActor
package protocol ApplicationLifecycle: AnyObject, Sendable {
    /// The current phase.
    var phase: AppPhase { get }
    /// Called synchronously after each change of ``phase``.
    var onPhaseChange: ((AppPhase) -> Void)? { get set }

    /// The background time left; `nil` where there is no limit.
    var remainingBackgroundTime: Duration? { get }

    /// Requests background time, as `beginBackgroundTask(withName:)` does.
    ///
    /// - `expiration`: called shortly before the time ends; it must release the time.
    /// - Returns: the token for ``endBackgroundTime(_:)``; `nil` when the system refuses.
    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken?

    /// Releases background time.
    func endBackgroundTime(_ token: BackgroundTimeToken)

    /// Whether protected files are readable; false while the device is locked.
    var isProtectedDataAvailable: Bool { get }
    /// Called after each change of ``isProtectedDataAvailable``, and shortly before it becomes
    /// `false`.
    var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)? { get set }

    /// Called after the person enables or disables background refresh. When that suspends the app,
    /// the call follows when the app resumes.
    var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)? { get set }
}

/// A token for granted background time.
package struct BackgroundTimeToken: Sendable, Hashable {
    /// The system's identifier of the background task.
    package let rawValue: Int

    /// Creates a token from the system's identifier.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

import Synchronization
import TrendyApple
import TrendyKit
import TrendyStore

/// The application lifecycle as seen by an app that ignores some of it.
@MainActor
final class BuggySystem: ApplicationLifecycle {
    private let base: ApplicationSystem
    private let isEndless: Bool
    private let opened: ActivityTracker?

    /// Wraps a lifecycle.
    ///
    /// - `endless`: whether the app believes that its background time is unlimited.
    /// - `opens`: the activity that the app restarts as soon as it ends.
    init(_ base: ApplicationSystem, endless: Bool = false, opens: ActivityTracker? = nil) {
        self.base = base
        isEndless = endless
        opened = opens
    }

    var phase: AppPhase { base.phase }
    var onPhaseChange: ((AppPhase) -> Void)? {
        get { base.onPhaseChange }
        set { base.onPhaseChange = newValue }
    }
    var remainingBackgroundTime: Duration? { isEndless ? nil : base.remainingBackgroundTime }

    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? {
        guard !isEndless else { return base.beginBackgroundTime(name, expiration: {}) }
        return base.beginBackgroundTime(name, expiration: expiration)
    }

    func endBackgroundTime(_ token: BackgroundTimeToken) {
        opened?.open()
        if !isEndless { base.endBackgroundTime(token) }
    }

    var isProtectedDataAvailable: Bool { base.isProtectedDataAvailable }
    var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)? {
        get { base.onProtectedDataChange }
        set { base.onProtectedDataChange = newValue }
    }
    var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)? {
        get { base.onBackgroundRefreshChange }
        set { base.onBackgroundRefreshChange = newValue }
    }
}

/// Background tasks as used by an app that misreads their contract.
final class BuggyTasks: BackgroundTaskScheduling {
    private let base: SystemTaskScheduler
    private let asksOnce: Bool
    private let asked = Mutex<Set<String>>([])

    /// Wraps a scheduler.
    ///
    /// - `asksOnce`: whether the app submits each request only once; otherwise it never completes a
    ///   task.
    init(_ base: SystemTaskScheduler, asksOnce: Bool) {
        self.base = base
        self.asksOnce = asksOnce
    }

    func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool {
        let asksOnce = asksOnce
        return base.register(identifier) { launch(asksOnce ? $0 : Unfinished(base: $0)) }
    }

    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal) {
        if asksOnce, !asked.withLock({ $0.insert(request.identifier).inserted }) { return }
        try base.submit(request)
    }

    func cancel(_ identifier: String) { base.cancel(identifier) }

    private struct Unfinished: BackgroundTask {
        let base: any BackgroundTask

        var identifier: String { base.identifier }
        func onExpiration(_ handler: @escaping @Sendable () -> Void) { base.onExpiration(handler) }
        func complete(success: Bool) {}
    }
}

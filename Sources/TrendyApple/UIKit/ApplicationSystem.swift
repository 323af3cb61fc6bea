#if canImport(UIKit)
import Foundation
public import TrendyKit
public import UIKit

/// What the app's system knows of it, by `UIApplication`.
@MainActor
public final class ApplicationSystem: ApplicationLifecycle {
    private let application: UIApplication
    private var observers: NotificationObservers?

    /// What the app is now.
    public private(set) var phase: AppPhase
    /// Called after each change of ``phase``, before the system goes on.
    public var onPhaseChange: ((AppPhase) -> Void)?
    /// Called after protected files became readable, and before they are so no more.
    public var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)?
    /// Called after the person switched background refresh on or off.
    public var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)?

    /// The system of an app; make it at launch.
    public init(_ application: UIApplication = .shared) {
        self.application = application
        phase = AppPhase(application.applicationState)
        observers = NotificationObservers(
            [
                UIApplication.didBecomeActiveNotification,
                UIApplication.willResignActiveNotification,
                UIApplication.willEnterForegroundNotification,
                UIApplication.didEnterBackgroundNotification,
                UIApplication.protectedDataDidBecomeAvailableNotification,
                UIApplication.protectedDataWillBecomeUnavailableNotification,
                UIApplication.backgroundRefreshStatusDidChangeNotification,
            ],
            of: application
        ) { [weak self] name in
            self?.received(name)
        }
    }

    private func received(_ name: Notification.Name) {
        switch name {
        case UIApplication.didBecomeActiveNotification: enter(.active)
        // Both tell what comes next: the application still says what was.
        case UIApplication.willResignActiveNotification: enter(.inactive)
        case UIApplication.willEnterForegroundNotification: enter(.inactive)
        case UIApplication.didEnterBackgroundNotification: enter(.background)
        case UIApplication.protectedDataDidBecomeAvailableNotification:
            onProtectedDataChange?(true)
        case UIApplication.backgroundRefreshStatusDidChangeNotification:
            onBackgroundRefreshChange?(application.backgroundRefreshStatus == .available)
        default: onProtectedDataChange?(false)
        }
    }

    private func enter(_ phase: AppPhase) {
        guard phase != self.phase else { return }
        self.phase = phase
        onPhaseChange?(phase)
    }

    /// How long the app may still run in the background; `nil` where nobody limits it.
    public var remainingBackgroundTime: Duration? {
        let seconds = application.backgroundTimeRemaining
        // UIKit's word for no limit is the largest number there is.
        return seconds < 86_400 ? .milliseconds(Int64(seconds * 1000)) : nil
    }

    /// Asks not to be suspended for a while.
    public func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? {
        let task = application.beginBackgroundTask(withName: name, expirationHandler: expiration)
        return task == .invalid ? nil : BackgroundTimeToken(rawValue: task.rawValue)
    }

    /// Gives the time back.
    public func endBackgroundTime(_ token: BackgroundTimeToken) {
        application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: token.rawValue))
    }

    /// Whether protected files can be read.
    public var isProtectedDataAvailable: Bool { application.isProtectedDataAvailable }
}

extension AppPhase {
    fileprivate init(_ state: UIApplication.State) {
        switch state {
        case .active: self = .active
        case .background: self = .background
        default: self = .inactive
        }
    }
}
#endif

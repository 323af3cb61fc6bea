#if canImport(UIKit)
import Foundation
package import TrendyKit
package import UIKit

/// The app's lifecycle, from `UIApplication`.
@MainActor
package final class ApplicationSystem: ApplicationLifecycle {
    private let application: UIApplication
    private var observers: NotificationObservers?

    /// The current phase.
    package private(set) var phase: AppPhase
    /// Called synchronously after each change of ``phase``.
    package var onPhaseChange: ((AppPhase) -> Void)?
    /// Called after protected files became readable, and shortly before they become unreadable.
    package var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)?
    /// Called after the person enabled or disabled background refresh.
    package var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)?

    /// Creates an adapter over an application; create it at launch.
    package init(_ application: UIApplication = .shared) {
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
        // Both announce the next state; `applicationState` still has the previous one.
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

    /// The background time left; `nil` where there is no limit.
    package var remainingBackgroundTime: Duration? {
        let seconds = application.backgroundTimeRemaining
        // UIKit represents no limit by the greatest finite number.
        return seconds < 86_400 ? .milliseconds(Int64(seconds * 1000)) : nil
    }

    /// Requests background time.
    package func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? {
        let task = application.beginBackgroundTask(withName: name, expirationHandler: expiration)
        return task == .invalid ? nil : BackgroundTimeToken(rawValue: task.rawValue)
    }

    /// Releases background time.
    package func endBackgroundTime(_ token: BackgroundTimeToken) {
        application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: token.rawValue))
    }

    /// Whether protected files are readable.
    package var isProtectedDataAvailable: Bool { application.isProtectedDataAvailable }
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

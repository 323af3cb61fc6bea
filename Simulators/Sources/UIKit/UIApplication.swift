public import Foundation
import SimulatedPhone
import Synchronization

/// The app as its system sees it.
///
/// An instance belongs to the process that obtained it. Notifications are posted on the main actor
/// with it as their object, so that those of several phones can be distinguished.
@MainActor
open class UIApplication: UIResponder {
    /// The state of the app.
    public enum State: Int, Sendable {
        /// In the foreground and receiving events.
        case active = 0
        /// In the foreground, but covered or in transition.
        case inactive = 1
        /// In the background.
        case background = 2
    }

    nonisolated let system: ApplicationSystem
    nonisolated let generation: Int

    init(system: ApplicationSystem, generation: Int) {
        self.system = system
        self.generation = generation
        super.init()
    }

    /// The app of the current process.
    open class var shared: UIApplication {
        let phone = Phone.ofCaller("UIApplication.shared")
        precondition(
            phone.process != .notRunning,
            "UIApplication.shared belongs to a process: launch the app on the phone first."
        )
        let system = ApplicationSystem.of(phone)
        if let application = system.application { return application }
        let made = UIApplication(system: system, generation: phone.generation)
        system.application = made
        return made
    }

    /// The state of the app.
    open var applicationState: State { system.applicationState }

    /// The remaining background time; the largest number when there is no limit.
    open nonisolated var backgroundTimeRemaining: TimeInterval {
        system.backgroundTimeRemaining
    }

    /// Begins a background time assertion.
    ///
    /// - `handler`: called shortly before the time expires; it must end the assertion.
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Begins a background time assertion with a name for debugging.
    open nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        system.begin(taskName ?? "unnamed", handler, generation)
    }

    /// Ends a background time assertion.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        system.end(identifier, generation)
    }

    /// Whether protected files are readable.
    open var isProtectedDataAvailable: Bool { system.isDataAvailable }

    /// Whether Background App Refresh is available.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { system.refreshStatus }
}

extension UIApplication {
    /// The URL string that opens the settings of the app.
    public nonisolated static let openSettingsURLString = "app-settings:"
    /// Posted when the app has entered the background.
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    /// Posted when the app is about to enter the foreground.
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    /// Posted when the app became active.
    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    /// Posted when the app is about to become inactive.
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    /// Posted when protected files became readable.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    /// Posted shortly before protected files become unreadable.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    /// Posted when Background App Refresh was turned on or off.
    public nonisolated static let backgroundRefreshStatusDidChangeNotification =
        Notification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification")
}

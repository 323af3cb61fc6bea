public import Foundation
import SimulatedPhone
import Synchronization

/// The app, as its system sees it.
///
/// It belongs to the process that took it. Notifications are posted on the main actor with it as
/// their object, so that those of several phones can be told apart.
@MainActor
open class UIApplication: UIResponder {
    /// What the app is to the person.
    public enum State: Int, Sendable {
        /// On the screen, and used.
        case active = 0
        /// On the screen, but covered or on its way.
        case inactive = 1
        /// Not on the screen.
        case background = 2
    }

    nonisolated let system: ApplicationSystem
    nonisolated let generation: Int

    init(system: ApplicationSystem, generation: Int) {
        self.system = system
        self.generation = generation
        super.init()
    }

    /// The app of the current phone's process.
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

    /// What the app is to the person.
    open var applicationState: State { system.applicationState }

    /// How long the app may still run in the background; the largest number where nobody limits it.
    open nonisolated var backgroundTimeRemaining: TimeInterval {
        system.backgroundTimeRemaining
    }

    /// Asks not to be suspended for a while.
    ///
    /// - `handler`: called shortly before the time is over; it must be given back in it.
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Asks not to be suspended for a while, under a name for debuggers.
    open nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        system.begin(taskName ?? "unnamed", handler, generation)
    }

    /// Gives time back.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        system.end(identifier, generation)
    }

    /// Whether protected files can be read.
    open var isProtectedDataAvailable: Bool { system.isDataAvailable }

    /// Whether the app may run in the background.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { system.refreshStatus }
}

extension UIApplication {
    /// The app has left the screen.
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    /// The app comes to the screen.
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    /// The app is on the screen, and used.
    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    /// The app is about to leave the screen, or to be covered.
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    /// Protected files can be read.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    /// Protected files can be read for a last moment.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    /// The person switched background refresh on or off.
    public nonisolated static let backgroundRefreshStatusDidChangeNotification =
        Notification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification")
}

public import Foundation

/// The methods by which an app takes part in its life cycle.
///
/// Apple's methods are optional; here they have defaults that do nothing. `init()` stands for the
/// Objective-C runtime, which makes the delegate by its class.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Creates the delegate.
    init()

    /// Tells the delegate that the launch process is almost done and the app is almost ready.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Tells the delegate that events of a background URL session are waiting to be processed.
    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    )
}

extension UIApplicationDelegate {
    /// Returns `true`.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        true
    }

    /// Calls the handler.
    public func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        completionHandler()
    }
}

extension UIApplication {
    /// The keys of the reasons for a launch.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a key by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app was launched for a location event.
        public static let location = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocationKey"
        )
    }
}

public import Foundation
public import UIKit

// The parts of Apple's UIKit that the simulated one lacks, as Apple declares them.

/// The delegate of an app.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    )
}

extension UIApplication {
    /// A key of the reasons for a launch.
    public struct LaunchOptionsKey: Hashable, Sendable {}
}

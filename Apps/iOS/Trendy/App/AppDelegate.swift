import Foundation
import Observation
import TrendyAppSupport
import TrendyApple
import UIKit

/// Starts Trendy before the launch ends, whatever the launch is for: iOS delivers HealthKit and
/// region events only to objects that exist by then.
@Observable
final class AppDelegate: NSObject, UIApplicationDelegate {
    /// The identifier of the session whose uploads continue while the app is suspended.
    static let uploadSession = "trendy.uploads"

    /// The model of the app; `nil` until the launch is handled.
    private(set) var trendy: TrendyApp?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        Translations.install()
        let app = TrendyApp.live()
        app.start()
        trendy = app
        return true
    }

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        guard identifier == Self.uploadSession, let trendy else { return completionHandler() }
        trendy.handleUploads(completionHandler)
    }
}

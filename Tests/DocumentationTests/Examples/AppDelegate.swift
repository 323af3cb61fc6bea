// Example of docs/tutorials/embedding.md:
import Foundation
import TrendyAppSupport
import TrendyApple
import UIKit

final class AppDelegate: NSObject, UIApplicationDelegate {
    private(set) var trendy: TrendyApp?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let app = TrendyApp.live(server: "https://trendy.example")
        app.start()
        trendy = app
        return true
    }

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        if identifier == "trendy.uploads" { trendy?.handleUploads(completionHandler) }
    }
}

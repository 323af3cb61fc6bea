import SwiftUI

/// The app.
struct TrendyPhone: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            LaunchView(delegate: delegate)
        }
    }
}

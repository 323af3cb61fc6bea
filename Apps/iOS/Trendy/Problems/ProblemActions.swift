import SwiftUI
import TrendyAppSupport
import UIKit

/// Performs the action of a problem.
@MainActor
struct ProblemActions {
    /// Where the person updates the app.
    static let appStore = "itms-apps://apps.apple.com"

    let app: TrendyApp
    let openURL: OpenURLAction

    /// Opens the system's settings or the App Store, or lets the app act.
    func perform(_ problem: AppProblem) {
        switch problem.action {
        case .openSettings: open(UIApplication.openSettingsURLString)
        case .updateApp: open(Self.appStore)
        case .tryAgain, .signIn, .setAside, nil: Task { await app.resolve(problem) }
        }
    }

    private func open(_ address: String) {
        if let url = URL(string: address) { openURL(url) }
    }
}

public import SwiftUI
public import TrendyAppSupport

/// Shows the screen that the app's route names.
public struct RootView: View {
    @Bindable var app: TrendyApp
    @State private var router = MainRouter()

    /// Creates the root of the app's views.
    public init(app: TrendyApp) {
        self.app = app
    }

    public var body: some View {
        content
            .onOpenURL { router.open($0) }
    }

    @ViewBuilder private var content: some View {
        if let message = app.errorMessage {
            DataUnavailableScreen(message: message) { app.tryAgain() }
        } else {
            switch app.router.route {
            case .loading: LaunchScreen()
            case .onboarding, .login: LaunchScreen()
            case .authenticated:
                if let models = app.models {
                    MainView(app: app, models: models, router: router)
                } else {
                    LaunchScreen()
                }
            }
        }
    }
}

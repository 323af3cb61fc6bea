import SwiftUI
import TrendyAppSupport

/// Shows the screen that the app's route names.
struct RootView: View {
    @Bindable var app: TrendyApp
    @State private var router = MainRouter()

    var body: some View {
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

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

    /// The screen of the route.
    public var body: some View {
        content
            .sheet(isPresented: $app.wantsSignIn) { SignInSheet(app: app) }
            .onOpenURL { router.open($0) }
    }

    @ViewBuilder private var content: some View {
        if let problem = app.problem, problem.isBlocking {
            ProblemScreen(app: app, problem: problem)
        } else {
            switch app.router.route {
            case .loading: LaunchScreen()
            case .onboarding(let step): OnboardingScreen(app: app, step: step)
            case .login: LoginScreen(app: app)
            case .authenticated:
                if let models = app.models {
                    MainView(app: app, models: models, router: router)
                } else {
                    // The account is being changed.
                    LaunchScreen()
                }
            }
        }
    }
}

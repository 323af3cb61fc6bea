import SwiftUI
import TrendyAppSupport

/// The sign-in screen of a person who has used the app before.
struct LoginScreen: View {
    let app: TrendyApp

    var body: some View {
        ScrollView {
            VStack(spacing: Spacing.xLarge) {
                StepHeader(
                    icon: "person.crop.circle",
                    title: Text("Welcome back"),
                    text: Text("Sign in to see your data. What this device recorded is still here.")
                )
                ProblemBanner(app: app, problem: app.problem)
                SignInForm(auth: app.auth, isNew: false)
                SecondaryButton(Text("I am new here")) { app.router.startOnboarding() }
                    .disabled(app.auth.isBusy)
            }
            .padding(Spacing.xLarge)
        }
    }
}

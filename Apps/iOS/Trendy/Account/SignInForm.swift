import SwiftUI
import TrendyAppSupport

/// Signs in to an account, or creates one; the same form in the onboarding, at the login and after a
/// session has ended.
struct SignInForm: View {
    @Bindable var auth: AuthViewModel
    /// Whether to create an account.
    @State var isNew: Bool

    var body: some View {
        VStack(spacing: Spacing.large) {
            Picker("Account", selection: $isNew) {
                Text("Sign in").tag(false)
                Text("New account").tag(true)
            }
            .pickerStyle(.segmented)
            .disabled(auth.isBusy)
            CredentialsForm(
                server: $auth.server,
                email: $auth.email,
                password: $auth.password,
                isNew: isNew,
                error: auth.errorMessage,
                submit: submit
            )
            .disabled(auth.isBusy)
            PrimaryButton(
                isNew ? Text("Create account") : Text("Sign in"),
                isBusy: auth.isBusy,
                action: submit
            )
        }
    }

    private func submit() {
        Task { if isNew { await auth.signUp() } else { await auth.signIn() } }
    }
}

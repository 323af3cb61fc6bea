import SwiftUI
import TrendyAppSupport

/// Signing up or in, which can wait unless the data on this device belongs to an account.
struct SignInStep: View {
    let auth: AuthViewModel
    let canSkip: Bool
    let skip: @MainActor () -> Void

    var body: some View {
        StepHeader(
            icon: "person.crop.circle",
            title: Text("Your account"),
            text: Text("An account on a Trendy server syncs your devices and keeps a copy.")
        )
        SignInForm(auth: auth, isNew: true)
        if canSkip {
            SecondaryButton(Text("Not now"), action: skip)
                .disabled(auth.isBusy)
            Text("What you record until then is added to the account when you sign in.")
                .font(.remark)
                .foregroundStyle(.secondary)
        }
    }
}

import SwiftUI
import TrendyAppSupport

/// The account on this device: signing out.
struct AccountScreen: View {
    @Bindable var auth: AuthViewModel

    var body: some View {
        Form {
            Section {
                SecondaryButton(Text("Sign out"), role: .destructive) {
                    Task { await auth.signOut() }
                }
                .disabled(auth.isBusy)
                FormFieldError(auth.errorMessage)
            }
        }
        .navigationTitle("Account")
    }
}

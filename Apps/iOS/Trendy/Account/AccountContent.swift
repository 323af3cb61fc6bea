import SwiftUI

/// What can be done with the account on this device.
struct AccountContent: View {
    /// What the buttons do.
    struct Actions {
        var signIn: @MainActor () -> Void = {}
        var signOut: @MainActor () -> Void = {}
        var confirm: @MainActor () -> Void = {}
        var cancel: @MainActor () -> Void = {}
        var startOver: @MainActor () -> Void = {}
    }

    /// Whether the session has ended or nobody has signed in.
    let needsSignIn: Bool
    let isBusy: Bool
    let error: String?
    /// What has not been sent; `nil` when no confirmation is needed.
    let warning: String?
    let actions: Actions

    var body: some View {
        Form {
            Section {
                if needsSignIn {
                    Button("Sign in", action: actions.signIn)
                } else {
                    Button("Sign out", role: .destructive, action: actions.signOut)
                }
                FormFieldError(error)
            } footer: {
                Text(
                    "Signing out deletes nothing. Your data stays on this device and on the server."
                )
            }
            Section {
                Button("Start the introduction again", action: actions.startOver)
            }
        }
        .disabled(isBusy)
        .navigationTitle("Account")
        .confirmationDialog(
            "Sign out?",
            isPresented: isWarning,
            titleVisibility: .visible
        ) {
            Button("Sign out", role: .destructive, action: actions.confirm)
            Button("Cancel", role: .cancel, action: actions.cancel)
        } message: {
            if let warning { Text(warning) }
        }
    }

    private var isWarning: Binding<Bool> {
        Binding {
            warning != nil
        } set: { isShown in
            // The button of the dialog may have signed out already.
            if !isShown, warning != nil { actions.cancel() }
        }
    }
}

#Preview("Signed in") {
    AccountContent(needsSignIn: false, isBusy: false, error: nil, warning: nil, actions: .init())
}

#Preview("Signed out") {
    AccountContent(needsSignIn: true, isBusy: false, error: nil, warning: nil, actions: .init())
}

#Preview("Unsent changes") {
    AccountContent(
        needsSignIn: false,
        isBusy: false,
        error: nil,
        warning: "3 changes have not been sent.",
        actions: .init()
    )
}

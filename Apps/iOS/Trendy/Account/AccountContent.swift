import SwiftUI

/// What is known of the account on this device, and what can be done with it.
struct AccountContent: View {
    /// What the screen shows.
    struct State {
        /// The sign-in state as text.
        var account: String
        var email: String?
        var server: String?
        /// What has not been sent; `nil` when everything was.
        var unsent: String?
        /// Whether the account needs a sign-in: the session has ended or there never was one.
        var needsSignIn = false
        var isBusy = false
        var error: String?
        /// What has not been sent; `nil` when signing out needs no confirmation.
        var signOutWarning: String?
        /// The text of the erase dialog; `nil` while the dialog is closed.
        var eraseWarning: String?
    }

    /// What the buttons do.
    struct Actions {
        var signIn: @MainActor () -> Void = {}
        var signOut: @MainActor () -> Void = {}
        var confirmSignOut: @MainActor () -> Void = {}
        var cancelSignOut: @MainActor () -> Void = {}
        var erase: @MainActor () -> Void = {}
        var confirmErase: @MainActor () -> Void = {}
        var cancelErase: @MainActor () -> Void = {}
        var startOver: @MainActor () -> Void = {}
    }

    let state: State
    let actions: Actions

    var body: some View {
        Form {
            Section {
                Text(state.account)
                if let email = state.email { LabeledContent("E-mail address", value: email) }
                if let server = state.server { LabeledContent("Server address", value: server) }
                if let unsent = state.unsent { Text(unsent) }
            }
            Section {
                if state.needsSignIn {
                    Button("Sign in", action: actions.signIn)
                } else {
                    Button("Sign out", role: .destructive, action: actions.signOut)
                }
                FormFieldError(state.error)
            } footer: {
                Text(
                    "Signing out deletes nothing. Your data stays on this device and on the server."
                )
            }
            Section {
                Button("Start the introduction again", action: actions.startOver)
                Button("Erase this device's data", role: .destructive, action: actions.erase)
            }
        }
        .disabled(state.isBusy)
        .navigationTitle("Account")
        .modifier(AccountDialogs(state: state, actions: actions))
    }
}

#Preview("Signed in") {
    AccountContent(
        state: .init(
            account: "Signed in",
            email: "a@example.org",
            server: "https://trendy.example"
        ),
        actions: .init()
    )
}

#Preview("Signed out") {
    AccountContent(state: .init(account: "Not signed in", needsSignIn: true), actions: .init())
}

#Preview("Busy, after an error") {
    AccountContent(
        state: .init(account: "Signed in", isBusy: true, error: "This failed."),
        actions: .init()
    )
}

#Preview("Unsent changes") {
    AccountContent(
        state: .init(account: "Signed in", signOutWarning: "3 changes have not been sent."),
        actions: .init()
    )
}

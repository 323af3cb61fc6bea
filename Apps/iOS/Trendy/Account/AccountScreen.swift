import SwiftUI
import TrendyAppSupport

/// The account on this device: signing out, erasing, and starting the introduction again.
struct AccountScreen: View {
    let app: TrendyApp
    let model: SettingsViewModel

    var body: some View {
        AccountContent(
            state: AccountContent.State(
                account: model.accountText,
                email: model.email,
                server: model.serverText,
                unsent: model.unsentText,
                needsSignIn: app.models?.sync.needsSignIn ?? !model.isSignedIn,
                isBusy: app.auth.isBusy || app.onboarding.isBusy || model.isErasing,
                error: app.auth.errorMessage ?? app.onboarding.errorMessage ?? model.problem,
                signOutWarning: app.auth.warning,
                eraseWarning: model.eraseWarning
            ),
            actions: AccountContent.Actions(
                signIn: { app.wantsSignIn = true },
                signOut: {
                    // A dialog that was closed without an answer leaves its warning.
                    app.auth.cancelSignOut()
                    Task { await app.auth.signOut() }
                },
                confirmSignOut: { Task { await app.auth.confirmSignOut() } },
                cancelSignOut: { app.auth.cancelSignOut() },
                erase: {
                    model.cancelErase()
                    Task { await model.askToErase() }
                },
                confirmErase: { Task { await model.confirmErase() } },
                cancelErase: { model.cancelErase() },
                startOver: { Task { await app.onboarding.startOver() } }
            )
        )
        .task { await model.run() }
    }
}

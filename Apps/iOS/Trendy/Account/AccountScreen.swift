import SwiftUI
import TrendyAppSupport

/// The account on this device: signing out, and starting the introduction again.
struct AccountScreen: View {
    let app: TrendyApp

    var body: some View {
        AccountContent(
            needsSignIn: app.models?.sync.needsSignIn ?? false,
            isBusy: app.auth.isBusy || app.onboarding.isBusy,
            error: app.auth.errorMessage ?? app.onboarding.errorMessage,
            warning: app.auth.warning,
            actions: AccountContent.Actions(
                signIn: { app.wantsSignIn = true },
                signOut: { Task { await app.auth.signOut() } },
                confirm: { Task { await app.auth.confirmSignOut() } },
                cancel: { app.auth.cancelSignOut() },
                startOver: { Task { await app.onboarding.startOver() } }
            )
        )
    }
}

import SwiftUI
import TrendyAppSupport

/// Signs in again when a session has ended; the app works without it, only sync waits.
struct SignInSheet: View {
    let app: TrendyApp
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: Spacing.xLarge) {
                    Text(
                        "Sync is paused until you sign in. Everything you record stays on this device."
                    )
                    SignInForm(auth: app.auth, isNew: false)
                }
                .padding(Spacing.xLarge)
            }
            .navigationTitle("Sign in")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { dismiss() }
                }
            }
        }
    }
}

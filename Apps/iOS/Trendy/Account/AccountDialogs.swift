import SwiftUI

/// The confirmations of signing out and of erasing.
///
/// Whether a dialog is shown is state of its own: SwiftUI closes it before its button acts, and that
/// must not withdraw the warning that the button confirms.
struct AccountDialogs: ViewModifier {
    let state: AccountContent.State
    let actions: AccountContent.Actions
    @State private var isSigningOut = false
    @State private var isErasing = false

    func body(content: Content) -> some View {
        content
            .onChange(of: state.signOutWarning, initial: true) { _, warning in
                isSigningOut = warning != nil
            }
            .onChange(of: state.eraseWarning, initial: true) { _, warning in
                isErasing = warning != nil
            }
            .confirmationDialog(
                "Sign out?",
                isPresented: $isSigningOut,
                titleVisibility: .visible
            ) {
                Button("Sign out", role: .destructive, action: actions.confirmSignOut)
                Button("Cancel", role: .cancel, action: actions.cancelSignOut)
            } message: {
                Text(state.signOutWarning ?? "")
            }
            .confirmationDialog(
                "Erase this device's data?",
                isPresented: $isErasing,
                titleVisibility: .visible
            ) {
                Button("Erase", role: .destructive, action: actions.confirmErase)
                Button("Cancel", role: .cancel, action: actions.cancelErase)
            } message: {
                Text(state.eraseWarning ?? "")
            }
    }
}

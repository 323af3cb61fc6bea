import SwiftUI

/// A button beside the next step of a screen.
struct SecondaryButton: View {
    private let title: Text
    private let role: ButtonRole?
    private let action: @MainActor () -> Void

    /// Creates a button.
    init(_ title: Text, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.role = role
        self.action = action
    }

    var body: some View {
        Button(role: role, action: action) {
            title.frame(minHeight: Spacing.minimumTarget)
        }
        .buttonStyle(.borderless)
    }
}

#Preview("Plain") {
    SecondaryButton(Text("Not now")) {}
}

#Preview("Destructive") {
    SecondaryButton(Text("Sign out"), role: .destructive) {}
}

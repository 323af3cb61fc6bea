import Foundation
import SwiftUI

/// The button of the next step of a screen.
struct PrimaryButton: View {
    private let title: Text
    private let isBusy: Bool
    private let action: @MainActor () -> Void

    /// Creates a button; while it is busy it shows progress and takes no tap.
    init(_ title: Text, isBusy: Bool = false, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.isBusy = isBusy
        self.action = action
    }

    var body: some View {
        Button(action: action) {
            HStack(spacing: Spacing.small) {
                if isBusy {
                    ProgressView()
                        .accessibilityHidden(true)
                }
                title.bold()
            }
            .frame(maxWidth: .infinity, minHeight: Spacing.minimumTarget)
        }
        .buttonStyle(.borderedProminent)
        .disabled(isBusy)
    }
}

#Preview("Ready") {
    PrimaryButton(Text("Continue")) {}
}

#Preview("Busy") {
    PrimaryButton(Text("Continue"), isBusy: true) {}
}

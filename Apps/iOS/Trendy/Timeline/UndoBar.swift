import Foundation
import SwiftUI

/// Says what the last action did and offers to undo it.
struct UndoBar: View {
    let text: String
    let actionTitle: String
    let onUndo: @MainActor () -> Void
    let onDismiss: @MainActor () -> Void

    var body: some View {
        HStack(spacing: Spacing.medium) {
            Text(text)
            Spacer(minLength: Spacing.small)
            SecondaryButton(Text(actionTitle), action: onUndo)
            Button(action: onDismiss) {
                Label("Dismiss", systemImage: "xmark")
                    .labelStyle(.iconOnly)
                    .frame(minWidth: Spacing.minimumTarget, minHeight: Spacing.minimumTarget)
            }
            .buttonStyle(.borderless)
        }
        .padding(.horizontal, Spacing.large)
        .frame(maxWidth: .infinity)
        .background(.regularMaterial)
    }
}

#Preview {
    UndoBar(text: "Coffee deleted", actionTitle: "Undo") {
    } onDismiss: {
    }
}

import SwiftUI

/// Logs an entry of a type that happens now.
struct QuickLogButton: View {
    let name: String
    let icon: String
    let color: Color
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            VStack(spacing: Spacing.xSmall) {
                Image(systemName: icon)
                    .font(.title2)
                    .foregroundStyle(color)
                    .accessibilityHidden(true)
                Text(name).font(.remark)
            }
            .frame(minWidth: Spacing.minimumTarget, minHeight: Spacing.minimumTarget)
            .padding(Spacing.small)
            .background(color.opacity(0.12), in: .rect(cornerRadius: Spacing.corner))
        }
        .buttonStyle(.plain)
        .accessibilityHint("Records an entry now")
    }
}

#Preview {
    QuickLogButton(name: "Coffee", icon: "cup.and.saucer.fill", color: .brown) {}
}

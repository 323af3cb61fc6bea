import SwiftUI

/// A line of a list that a tap selects.
struct ChoiceRow: View {
    private let title: Text
    private let detail: Text?
    private let icon: String?
    private let color: Color
    private let isSelected: Bool
    private let action: @MainActor () -> Void

    /// Creates a row; a selected one has a check mark.
    init(
        _ title: Text,
        detail: Text? = nil,
        icon: String? = nil,
        color: Color = .accentColor,
        isSelected: Bool,
        action: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.detail = detail
        self.icon = icon
        self.color = color
        self.isSelected = isSelected
        self.action = action
    }

    var body: some View {
        Button(action: action) {
            HStack {
                Row(title, detail: detail, icon: icon, color: color)
                if isSelected {
                    Image(systemName: "checkmark")
                        .foregroundStyle(.tint)
                        .accessibilityHidden(true)
                }
            }
            .frame(minHeight: Spacing.minimumTarget)
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(isSelected ? .isSelected : [])
    }
}

#Preview("Selected") {
    ChoiceRow(Text("Coffee"), icon: "cup.and.saucer.fill", isSelected: true) {}
}

#Preview("Not selected") {
    ChoiceRow(Text("Coffee"), icon: "cup.and.saucer.fill", isSelected: false) {}
}

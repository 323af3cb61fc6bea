import SwiftUI
import TrendyAppSupport

/// Choices of one kind to filter by; nothing when there are none.
struct TimelineFilterSection: View {
    private let title: Text
    private let choices: [TimelineFilterViewModel.Choice]
    private let onToggle: @MainActor (String) -> Void

    /// Creates a section.
    init(
        _ title: Text,
        _ choices: [TimelineFilterViewModel.Choice],
        onToggle: @escaping @MainActor (String) -> Void
    ) {
        self.title = title
        self.choices = choices
        self.onToggle = onToggle
    }

    var body: some View {
        if !choices.isEmpty {
            Section {
                ForEach(choices) { choice in
                    ChoiceRow(
                        Text(choice.title),
                        icon: choice.icon,
                        isSelected: choice.isSelected
                    ) {
                        onToggle(choice.id)
                    }
                }
            } header: {
                title
            }
        }
    }
}

import SwiftUI

/// The pictures, or why there are none.
struct InsightsContent<Pictures: View>: View {
    let isLoading: Bool
    let problem: String?
    let emptyText: String?
    @ViewBuilder let pictures: Pictures

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Spacing.large) {
                if let problem { Banner(Text(problem)) }
                if isLoading {
                    ProgressView("Loading")
                } else if let emptyText {
                    EmptyState(Text(emptyText), icon: "chart.bar.xaxis")
                } else {
                    pictures
                }
            }
            .padding(Spacing.large)
        }
    }
}

#Preview("Not read yet") {
    InsightsContent(isLoading: true, problem: nil, emptyText: nil) {}
}

#Preview("Empty") {
    InsightsContent(isLoading: false, problem: nil, emptyText: "Nothing recorded yet.") {}
}

#Preview("Not readable") {
    InsightsContent(
        isLoading: false,
        problem: "Insights cannot be read: the disk is full.",
        emptyText: nil
    ) {
        Card(Text(verbatim: "2026")) {}
    }
}

import SwiftUI

/// The cards of today, or that they are being read.
struct TodayContent: View {
    let cards: [TodayCard]
    let problem: String?

    var body: some View {
        ScrollView {
            LazyVStack(spacing: Spacing.large) {
                if let problem { Banner(Text(problem)) }
                if cards.isEmpty && problem == nil { ProgressView("Loading") }
                ForEach(cards) { card in
                    NavigationLink(value: Destination.metric(card.id)) {
                        TodayCardView(card: card)
                    }
                    .buttonStyle(.plain)
                }
            }
            .padding(Spacing.large)
        }
    }
}

#Preview("Cards") {
    NavigationStack {
        TodayContent(cards: [.steps, .noWater, .outdatedHeartRate], problem: nil)
    }
}

#Preview("Not read yet") {
    TodayContent(cards: [], problem: nil)
}

#Preview("Not readable") {
    TodayContent(cards: [.steps], problem: "Today cannot be read: the disk is full.")
}

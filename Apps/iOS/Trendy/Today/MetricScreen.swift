import SwiftUI
import TrendyAppSupport

/// A health category of today in detail.
struct MetricScreen: View {
    let id: String
    let models: AccountModels

    var body: some View {
        content
            .refreshable { await models.summary.refresh() }
            .task { await models.summary.run() }
    }

    @ViewBuilder private var content: some View {
        if let card = models.summary.cards.first(where: { $0.id == id }) {
            MetricContent(card: TodayCard(card))
                .navigationTitle(card.title)
        } else {
            ProgressView("Loading")
        }
    }
}

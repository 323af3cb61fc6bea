import SwiftUI
import TrendyAppSupport

/// Today's health values.
struct TodayScreen: View {
    let models: AccountModels

    var body: some View {
        TodayContent(
            cards: models.summary.cards.map { TodayCard($0) },
            problem: models.summary.problem
        )
        .refreshable { await models.summary.refresh() }
        .navigationTitle("Today")
        .task { await models.summary.run() }
    }
}

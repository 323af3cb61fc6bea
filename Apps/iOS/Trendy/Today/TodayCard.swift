import SwiftUI
import TrendyAppSupport

/// A health category of today.
struct TodayCard: Identifiable {
    /// The category.
    let id: String
    /// The category's name.
    let title: String
    /// The SF Symbol.
    let icon: String
    /// The colour of the category.
    let color: Color
    /// Today's value; `nil` when there is none.
    var value: String?
    /// The time of the value, or what stands in its place.
    var caption: String
    /// When Health last reported data.
    var freshness: String
    /// When new data usually arrives; `nil` when that cannot be said.
    var expectation: String?
    /// Why the card may be outdated; `nil` when it is current.
    var problem: String?
    /// The hours of today; empty without data.
    var hours: [ChartBar] = []
    /// The comparison with the usual; `nil` for categories without one.
    var usual: UsualDay?
    /// The stages of sleep; empty for other categories.
    var stages: [SleepStage] = []
    /// The part of the time in bed that the person slept; `nil` when it is unknown.
    var efficiency: String?
}

extension TodayCard {
    /// Creates the card of a summary.
    init(_ card: SummaryCard) {
        id = card.id
        title = card.title
        icon = card.icon
        color = Color(hex: card.color)
        value = card.value
        caption = card.caption
        freshness = card.freshness
        expectation = card.expectation
        problem = card.problem
        hours = card.hours.enumerated().map { index, hour in
            ChartBar(id: index, label: hour.label, value: hour.value)
        }
        usual = card.usual.map { UsualDay($0) }
        stages = SleepStage.stages(card.stages)
        efficiency = card.efficiency
    }
}

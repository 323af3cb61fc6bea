import SwiftUI

/// A health category of today in detail: value, comparison with the usual, hours, sleep stages.
struct MetricContent: View {
    let card: TodayCard

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Spacing.large) {
                MetricTile(
                    Text(card.title),
                    value: card.value.map { Text($0) },
                    detail: Text(card.caption),
                    icon: card.icon,
                    color: card.color
                )
                if let problem = card.problem { Banner(Text(problem)) }
                if let usual = card.usual {
                    Card(Text("Today against your usual")) {
                        UsualDayView(usual: usual, color: card.color)
                    }
                }
                if !card.stages.isEmpty || card.efficiency != nil {
                    Card(Text("Stages")) {
                        SleepStagesView(stages: card.stages, efficiency: card.efficiency)
                    }
                }
                if !card.hours.isEmpty {
                    Card(Text("By hour")) { BarChart(card.hours, color: card.color) }
                }
                VStack(alignment: .leading, spacing: Spacing.xSmall) {
                    Text(card.freshness)
                    if let expectation = card.expectation { Text(expectation) }
                }
                .font(.remark)
                .foregroundStyle(.secondary)
            }
            .padding(Spacing.large)
        }
    }
}

#Preview("A value") {
    MetricContent(card: .steps)
}

#Preview("No data") {
    MetricContent(card: .noWater)
}

#Preview("Outdated") {
    MetricContent(card: .outdatedHeartRate)
}

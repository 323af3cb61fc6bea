import Foundation
import SwiftUI

/// A card of today: the value, its time, and the hours in small.
///
/// Assistive technology reads the card as one element; the hours are on the screen behind it.
struct TodayCardView: View {
    let card: TodayCard

    var body: some View {
        Card {
            HStack(spacing: Spacing.xSmall) {
                Image(systemName: card.icon)
                    .foregroundStyle(card.color)
                    .accessibilityHidden(true)
                Text(card.title).font(.cardTitle)
            }
            if let value = card.value { Text(value).font(.metricValue) }
            Text(card.caption)
                .font(.remark)
                .foregroundStyle(.secondary)
            if let usual = card.usual {
                Label(usual.sentence, systemImage: usual.icon).font(.detail)
            }
            if let efficiency = card.efficiency { Text(efficiency).font(.detail) }
            if let problem = card.problem {
                StateBadge(Text(problem), tone: .warning)
            }
            chart.accessibilityHidden(true)
            Text(card.freshness)
                .font(.remark)
                .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }

    @ViewBuilder private var chart: some View {
        if let usual = card.usual, usual.hasData {
            BandChart(usual.points, color: card.color, height: Self.chartHeight)
        } else if !card.hours.isEmpty {
            BarChart(card.hours, color: card.color, height: Self.chartHeight)
        }
    }

    private static let chartHeight: CGFloat = 56
}

#Preview("A value") {
    TodayCardView(card: .steps)
}

#Preview("No data") {
    TodayCardView(card: .noWater)
}

#Preview("Outdated") {
    TodayCardView(card: .outdatedHeartRate)
}

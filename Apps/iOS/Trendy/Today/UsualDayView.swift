import SwiftUI
import TrendyAppSupport

/// Today against the usual: one sentence and the curve over the band.
struct UsualDayView: View {
    let usual: UsualDay
    let color: Color

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            Label(usual.sentence, systemImage: usual.icon)
            if usual.hasData { BandChart(usual.points, color: color) }
        }
    }
}

#Preview("More than usual") {
    UsualDayView(
        usual: UsualDay(
            sentence: "8,432 steps by 14:12: more than on most Thursdays (4,000 to 6,000).",
            kind: .more,
            points: (0..<24).map { (hour: Int) -> BandPoint in
                let count = Double(hour)
                return BandPoint(
                    id: hour,
                    label: "\(hour):00",
                    usual: (count * 300)...(count * 450),
                    value: hour < 15 ? count * 600 : nil
                )
            }
        ),
        color: .green
    )
}

#Preview("Too few days") {
    UsualDayView(
        usual: UsualDay(
            sentence: "2 of 4 Thursdays with data.",
            kind: .unknown,
            points: []
        ),
        color: .green
    )
}

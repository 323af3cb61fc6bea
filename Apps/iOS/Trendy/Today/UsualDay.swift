import SwiftUI
import TrendyAppSupport

/// Today's running total beside the same weekday of earlier weeks.
struct UsualDay: Equatable {
    /// The comparison in one sentence.
    let sentence: String
    /// How today compares, for the symbol of the sentence.
    let kind: UsualComparison.Kind
    /// The hours of the day.
    let points: [BandPoint]

    /// Creates a comparison.
    init(sentence: String, kind: UsualComparison.Kind, points: [BandPoint]) {
        self.sentence = sentence
        self.kind = kind
        self.points = points
    }

    /// Creates the comparison of a summary.
    init(_ usual: UsualComparison) {
        sentence = usual.sentence
        kind = usual.kind
        points = usual.hours.map { hour in
            BandPoint(
                id: hour.id,
                label: hour.label,
                usual: Self.range(hour.low, hour.high),
                value: hour.today
            )
        }
    }

    /// The symbol of the comparison.
    var icon: String {
        switch kind {
        case .more: "arrow.up.right"
        case .less: "arrow.down.right"
        case .asUsual: "equal"
        case .unknown: "questionmark"
        }
    }

    /// Whether there is anything to draw.
    var hasData: Bool { points.contains { $0.usual != nil || $0.value != nil } }

    private static func range(_ low: Double?, _ high: Double?) -> ClosedRange<Double>? {
        guard let low, let high, low <= high else { return nil }
        return low...high
    }
}

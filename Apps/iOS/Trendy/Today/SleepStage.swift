import SwiftUI
import TrendyAppSupport

/// A stage of sleep and its share of the night.
struct SleepStage: Identifiable, Equatable {
    /// The stage.
    let id: String
    /// The stage's name.
    let name: String
    /// The duration as text.
    let text: String
    /// Where its part of the bar begins, 0…1.
    let start: Double
    /// Where its part of the bar ends, 0…1.
    let end: Double
    /// The colour.
    let color: Color
}

extension SleepStage {
    /// Lays the shares of a night side by side.
    static func stages(_ shares: [SleepStageShare]) -> [SleepStage] {
        var start = 0.0
        return shares.map { share in
            defer { start += share.fraction }
            return SleepStage(
                id: share.id,
                name: share.name,
                text: share.text,
                start: start,
                end: start + share.fraction,
                color: Color(hex: share.color)
            )
        }
    }
}

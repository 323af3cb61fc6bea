import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The share of a sleep stage in a day's nights.
public struct SleepStageShare: Sendable, Equatable, Identifiable {
    /// The stage: `deep`, `core`, `rem`, `asleep` (without a known stage) or `awake`.
    public let id: String
    /// The display name.
    public let name: String
    /// The duration as text.
    public let text: String
    /// The fraction of the time asleep or awake, 0…1.
    public let fraction: Double
    /// The colour, `#RRGGBB`.
    public let color: String

    private static let stages: [(key: String, name: LocalizedText, color: String)] = [
        ("deep", Strings.Summary.deep, "#3B3E8F"), ("core", Strings.Summary.core, "#5B5EA6"),
        ("rem", Strings.Summary.rem, "#8E8FC7"), ("asleep", Strings.Summary.asleep, "#7D7FB8"),
        ("awake", Strings.Summary.awake, "#D9822B"),
    ]

    /// The stages with data, of all nights together; empty when no stage is known.
    static func stages(of nights: [Event], _ formats: DisplayFormatter) -> [SleepStageShare] {
        var seconds: [String: Double] = [:]
        for night in nights {
            var unspecified = night.properties.number("asleep") ?? 0
            for key in ["deep", "core", "rem", "awake"] {
                guard let value = night.properties.number(key), value > 0 else { continue }
                seconds[key, default: 0] += value
                if key != "awake" { unspecified -= value }
            }
            if unspecified > 0 { seconds["asleep", default: 0] += unspecified }
        }
        let total = stages.reduce(0) { $0 + (seconds[$1.key] ?? 0) }
        // A night without stages has nothing to divide.
        guard total > 0, seconds.keys.contains(where: { $0 != "asleep" }) else { return [] }
        return stages.compactMap { stage in
            guard let value = seconds[stage.key] else { return nil }
            return SleepStageShare(
                id: stage.key,
                name: stage.name(),
                text: formats.span(seconds: value),
                fraction: value / total,
                color: stage.color
            )
        }
    }

    /// The part of the time in bed that the person slept, as text; `nil` when it is unknown.
    static func efficiency(of nights: [Event], _ formats: DisplayFormatter) -> String? {
        var (asleep, inBed) = (0.0, 0.0)
        for night in nights {
            guard let slept = night.properties.number("asleep"), slept > 0,
                let part = night.properties.number("efficiency"), part > 0
            else { continue }
            asleep += slept
            inBed += slept / part
        }
        guard inBed > 0 else { return nil }
        let percent = min(100, asleep / inBed * 100)
        return Strings.Summary.efficiency(["percent": formats.number(percent)])
    }
}

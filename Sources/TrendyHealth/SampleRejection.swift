import TrendyLocalization
package import TrendyModel

/// The reason why an invalid sample is rejected.
///
/// Rejected samples are counted.
package enum SampleRejection: String, Sendable, Hashable, CaseIterable {
    /// The start or end date is missing.
    case noDate = "no start or end date"
    /// The end is before the start.
    case endBeforeStart = "end before start"
    /// The date is outside the valid range, usually because a clock was wrong.
    case dateOutOfRange = "date outside 1970 to 2149"
    /// The value is missing, or its unit or label is unknown.
    case noValue = "no value, or an unknown unit or label"
    /// A sleep sample has zero length.
    case noLength = "sleep without length"
    /// A workout route is missing or unreadable; the workout is kept without it.
    case unreadableRoute = "route of a workout that is missing or cannot be read"
    /// A file of an electrocardiogram cannot be read.
    case unreadableElectrocardiogram = "electrocardiogram file that cannot be read"
    /// The value is impossible: negative, not finite or far too large.
    case impossibleValue = "negative, infinite or far too large value"
    /// A day has implausibly many samples of the kind, so the kind is left out.
    case tooMany = "more samples in one day than plausible; the kind is left out"
    /// A value of a workout is impossible; the workout is kept without it.
    case impossibleWorkoutValue = "impossible value of a workout"

    /// The reason in the person's language.
    ///
    /// The raw value is stored.
    package var text: String {
        switch self {
        case .noDate: Strings.Health.noDate()
        case .endBeforeStart: Strings.Health.endBeforeStart()
        case .dateOutOfRange: Strings.Health.dateOutOfRange()
        case .noValue: Strings.Health.noValue()
        case .noLength: Strings.Health.noLength()
        case .unreadableRoute: Strings.Health.unreadableRoute()
        case .unreadableElectrocardiogram: Strings.Health.unreadableElectrocardiogram()
        case .impossibleValue: Strings.Health.impossibleValue()
        case .tooMany: Strings.Health.tooMany()
        case .impossibleWorkoutValue: Strings.Health.impossibleWorkoutValue()
        }
    }

    /// The valid range of instants.
    private static let range = Instant(seconds: 0)..<Instant(seconds: 65_700 * 86_400)

    /// Validates a sample; `nil` when it is valid.
    package static func of(
        _ kind: HealthType.Kind,
        start: Instant,
        end: Instant,
        value: Double
    ) -> SampleRejection? {
        if !range.contains(start) || !range.contains(end) { return .dateOutOfRange }
        if end < start { return .endBeforeStart }
        switch kind {
        case .quantity(_, let plausible):
            return plausible.contains(value) ? nil : .impossibleValue
        case .sleepAnalysis:
            guard SleepStage(value) != nil else { return .noValue }
            return end > start ? nil : .noLength
        case .category, .span, .workout, .summary: return nil
        }
    }
}

extension WorkoutSample {
    /// Removes impossible values.
    ///
    /// - Returns: the number of removed values.
    package mutating func removeImpossible() -> Int {
        let values: [(WritableKeyPath<WorkoutSample, Double?>, HealthUnit)] = [
            (\.energyKilocalories, .kilocalories), (\.distanceMeters, .meters),
            (\.averageHeartRate, .perMinute), (\.maximumHeartRate, .perMinute),
        ]
        var count = 0
        for (path, unit) in values {
            guard let value = self[keyPath: path], !unit.plausibleValues.contains(value) else {
                continue
            }
            self[keyPath: path] = nil
            count += 1
        }
        return count
    }
}

extension Duration {
    /// A plausible duration in whole milliseconds; `nil` when it is negative, not finite or longer
    /// than ten years.
    package init?(plausibleSeconds seconds: Double) {
        guard seconds >= 0, seconds < 10 * 366 * 86_400 else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }
}

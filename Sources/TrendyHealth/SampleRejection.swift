import TrendyLocalization
public import TrendyModel

/// Why a sample cannot be true: it is kept out, and counted.
public enum SampleRejection: String, Sendable, Hashable, CaseIterable {
    /// It lacks when it began or ended.
    case noDate = "no start or end date"
    /// It ends before it begins.
    case endBeforeStart = "end before start"
    /// A clock had gone wrong.
    case dateOutOfRange = "date outside 1970 to 2149"
    /// It has no value, or one in a unit or with a label that is not known.
    case noValue = "no value, or an unknown unit or label"
    /// It is sleep that took no time.
    case noLength = "sleep without length"
    /// It is a route of a workout: the workout is kept without it.
    case unreadableRoute = "route of a workout that is missing or cannot be read"
    /// Its value is no number that can be measured: negative, not finite, or far too large.
    case impossibleValue = "negative, infinite or far too large value"
    /// It is such a value of a workout: the workout is kept without it.
    case impossibleWorkoutValue = "impossible value of a workout"

    /// What is wrong, in the person's language; the raw value is what is stored.
    var text: String {
        switch self {
        case .noDate: Strings.Health.noDate()
        case .endBeforeStart: Strings.Health.endBeforeStart()
        case .dateOutOfRange: Strings.Health.dateOutOfRange()
        case .noValue: Strings.Health.noValue()
        case .noLength: Strings.Health.noLength()
        case .unreadableRoute: Strings.Health.unreadableRoute()
        case .impossibleValue: Strings.Health.impossibleValue()
        case .impossibleWorkoutValue: Strings.Health.impossibleWorkoutValue()
        }
    }

    /// The instants that samples can have.
    private static let range = Instant(seconds: 0)..<Instant(seconds: 65_700 * 86_400)

    /// What is wrong with a sample of a kind; `nil` when nothing is.
    public static func of(
        _ kind: HealthType.Kind,
        start: Instant,
        end: Instant,
        value: Double
    ) -> SampleRejection? {
        if !range.contains(start) || !range.contains(end) { return .dateOutOfRange }
        if end < start { return .endBeforeStart }
        switch kind {
        case .quantity(let unit): return unit.canBe(value) ? nil : .impossibleValue
        case .sleepAnalysis:
            guard SleepStage(value) != nil else { return .noValue }
            return end > start ? nil : .noLength
        case .span, .workout: return nil
        }
    }
}

extension HealthUnit {
    /// Whether one sample can have this value: far more than anybody ever measured, and so little
    /// that the sum of any number of samples is a number.
    func canBe(_ value: Double) -> Bool { (0...most).contains(value) }

    /// A million steps are two weeks of walking, a thousand kilometres two days in a car; nobody
    /// burns a hundred thousand kilocalories at once, drinks a hundred litres or weighs a tonne,
    /// and no heart beats a thousand times a minute.
    private var most: Double {
        switch self {
        case .count, .meters: 1e6
        case .kilocalories, .milliliters, .milliseconds: 1e5
        case .perMinute, .kilograms: 1e3
        }
    }
}

extension WorkoutSample {
    /// Takes out the values that nobody can have measured.
    ///
    /// - Returns: how many they were.
    public mutating func removeImpossible() -> Int {
        let values: [(WritableKeyPath<WorkoutSample, Double?>, HealthUnit)] = [
            (\.energyKilocalories, .kilocalories), (\.distanceMeters, .meters),
            (\.averageHeartRate, .perMinute), (\.maximumHeartRate, .perMinute),
        ]
        var count = 0
        for (path, unit) in values {
            guard let value = self[keyPath: path], !unit.canBe(value) else { continue }
            self[keyPath: path] = nil
            count += 1
        }
        return count
    }
}

extension Duration {
    /// A length of time that something can have taken, to the millisecond; `nil` for one that is
    /// negative, not finite or longer than ten years.
    public init?(plausibleSeconds seconds: Double) {
        guard seconds >= 0, seconds < 10 * 366 * 86_400 else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }
}

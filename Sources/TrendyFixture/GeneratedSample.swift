public import TrendyModel

/// Something that was measured in a generated life.
public struct GeneratedSample: Sendable {
    /// Who measured it.
    public enum Source: Int, Sendable, CaseIterable {
        /// The person's Watch.
        case watch
        /// The person's phone.
        case phone
        /// An app that counts steps.
        case pedometer
    }

    /// What it is.
    public enum Kind: Sendable {
        /// An amount: the identifier of its type and its unit, both as HealthKit has them.
        case quantity(type: String, unit: String)
        /// A stage of sleep; the value is its raw value in HealthKit.
        case sleep
        /// A mindful session.
        case mindful
        /// A workout: the activity's name, and what was measured, if anything was.
        case workout(activity: String, kilocalories: Double?, kilometres: Double?)
    }

    /// What it is.
    public let kind: Kind
    /// Who measured it.
    public let source: Source
    /// When it begins.
    public let start: Instant
    /// When it ends; one of them in each life ends before it begins.
    public let end: Instant
    /// The amount, in its unit; a raw value for a stage of sleep.
    public let value: Double
    /// When the phone hears of it.
    public let arrival: Instant
    /// Whether the person typed it in.
    public let isUserEntered: Bool
}

extension GeneratedSample {
    init(_ sample: Sample, of stream: Stream) {
        switch stream {
        case .sleep: kind = .sleep
        case .mindful: kind = .mindful
        default: kind = .quantity(type: "\(stream.type)", unit: stream.unit.map { "\($0)" } ?? "")
        }
        source = Source(sample.source)
        start = Instant(seconds: sample.start)
        end = Instant(seconds: sample.end)
        var scale = 1.0
        for _ in 0..<stream.decimals { scale *= 10 }
        value = Double(sample.value) / scale
        arrival = Instant(seconds: sample.created)
        isUserEntered = stream.isEntered && sample.note == 1
    }

    init(_ workout: WorkoutPlan) {
        let kilometres = workout.minutes * workout.kind.kilometresPerMinute
        kind = .workout(
            activity: workout.kind.rawValue,
            kilocalories: workout.isOnWatch ? workout.minutes * workout.kind.kcalPerMinute : nil,
            kilometres: workout.isOnWatch && kilometres > 0 ? kilometres : nil
        )
        source = workout.isOnWatch ? .watch : .pedometer
        start = Instant(seconds: workout.start)
        end = Instant(seconds: workout.end)
        value = 0
        arrival = Instant(seconds: workout.end + 9)
        isUserEntered = false
    }
}

extension GeneratedSample.Source {
    init(_ source: Source) {
        switch source {
        case .watch: self = .watch
        case .phone: self = .phone
        case .pedometer: self = .pedometer
        }
    }
}

/// Something that is true of a day of a generated life.
public enum GeneratedMeasure: String, Sendable, CaseIterable {
    /// Steps, of all sources merged.
    case steps
    /// The distance walked, of all sources merged, in meters.
    case distance
    /// Active energy, of all sources merged, in kcal.
    case activeEnergy
    /// The mean of the heart rate's readings, a minute.
    case heartRateAverage
    /// The lowest of them.
    case heartRateMinimum
    /// The highest of them.
    case heartRateMaximum
    /// How many there are.
    case heartRateReadings
    /// Seconds asleep in the night that ended on the day, and in naps.
    case asleep
    /// Water, in milliliters.
    case water
    /// How often it was entered.
    case waterEntries
    /// The sum of all weighings, in kilograms.
    case bodyMass
    /// How many there are.
    case bodyMassEntries
    /// Seconds in mindful sessions.
    case mindful
    /// How many there are.
    case mindfulSessions
    /// Workouts that began on the day.
    case workouts
    /// Their seconds.
    case workoutTime
    /// Their energy, in kcal.
    case workoutEnergy
    /// Their distance, in meters.
    case workoutDistance
    /// The sum of their mean heart rates.
    case workoutHeartRate
}

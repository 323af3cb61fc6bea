package import TrendyModel

/// A measurement in a generated history.
package struct GeneratedSample: Sendable {
    /// The source of a sample.
    package enum Source: Int, Sendable, CaseIterable {
        /// The person's Apple Watch.
        case watch
        /// The person's phone.
        case phone
        /// A pedometer app.
        case pedometer
    }

    /// The kind of sample.
    package enum Kind: Sendable {
        /// An amount, with HealthKit's type identifier and unit.
        case quantity(type: String, unit: String)
        /// A sleep stage; the value is HealthKit's raw value.
        case sleep
        /// A mindful session.
        case mindful
        /// A category sample, with HealthKit's type identifier; the value is HealthKit's raw value.
        case category(type: String)
        /// A workout: the activity's name and its measurements, if any.
        case workout(activity: String, kilocalories: Double?, kilometres: Double?)
    }

    /// The kind of sample.
    package let kind: Kind
    /// The source.
    package let source: Source
    /// The start.
    package let start: Instant
    /// The end; one sample in each history ends before it starts.
    package let end: Instant
    /// The amount in its unit, or the raw value of a category.
    package let value: Double
    /// The time of arrival on the phone.
    package let arrival: Instant
    /// Whether the person entered it manually.
    package let isUserEntered: Bool
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

    init(_ sample: KindSample, of kind: GeneratedKind) {
        switch kind.values {
        case .amounts(let unit, _):
            self.kind = .quantity(type: kind.identifier, unit: unit.name)
            // HealthKit has percentages as fractions.
            value = unit == .percent ? sample.value / 100 : sample.value
        case .labels(let labels):
            self.kind = .category(type: kind.identifier)
            value = Double(labels.firstRawValue) + sample.value
        }
        source = Source(sample.source)
        start = Instant(seconds: sample.start)
        end = Instant(seconds: sample.end)
        arrival = Instant(seconds: sample.created)
        isUserEntered = sample.isEntered
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

/// A daily total of a generated history.
package enum GeneratedMeasure: String, Sendable, CaseIterable {
    /// Steps, merged over all sources.
    case steps
    /// Walking distance in metres, merged over all sources.
    case distance
    /// Active energy in kcal, merged over all sources.
    case activeEnergy
    /// Mean heart rate in beats per minute, weighted by time.
    case heartRateAverage
    /// Lowest heart rate.
    case heartRateMinimum
    /// Highest heart rate.
    case heartRateMaximum
    /// Number of heart-rate readings.
    case heartRateReadings
    /// Seconds asleep in the night that ended on the day and in naps.
    case asleep
    /// Water in millilitres.
    case water
    /// Number of water entries.
    case waterEntries
    /// Sum of all weighings in kilograms.
    case bodyMass
    /// Number of weighings.
    case bodyMassEntries
    /// Seconds in mindful sessions.
    case mindful
    /// Number of mindful sessions.
    case mindfulSessions
    /// Number of workouts that started on the day.
    case workouts
    /// Seconds of workouts.
    case workoutTime
    /// Energy of workouts in kcal.
    case workoutEnergy
    /// Distance of workouts in metres.
    case workoutDistance
    /// Sum of the mean heart rates of workouts.
    case workoutHeartRate
}

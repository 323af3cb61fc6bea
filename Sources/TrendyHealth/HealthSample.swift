package import TrendyModel

/// One quantity or category sample, in the category's own unit.
package struct HealthSample: Sendable, Equatable {
    /// The start of the sample.
    package var start: Instant
    /// The end of the sample, never before the start; equal to the start for a reading.
    package var end: Instant
    /// The amount in the unit of its ``HealthType``.
    ///
    /// For sleep, the raw value of `HKCategoryValueSleepAnalysis` (``SleepStage``). For time spans,
    /// 0.
    package var value: Double
    /// The index of its source in ``HealthSource/sources``.
    package var source: Int
    /// Whether a person entered the sample manually.
    package var isUserEntered: Bool
    /// The index of its type in ``HealthMetric/types``.
    package var type: UInt8
    /// A hash of its UUID, which detects changes to a day's samples; `nil` when the sample has no
    /// UUID.
    package var fingerprint: UInt32?

    /// Creates a sample.
    package init(
        start: Instant,
        end: Instant,
        value: Double,
        source: Int,
        isUserEntered: Bool = false,
        type: UInt8 = 0,
        fingerprint: UInt32? = nil
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.source = source
        self.isUserEntered = isUserEntered
        self.type = type
        self.fingerprint = fingerprint
    }
}

/// The values of `HKCategoryValueSleepAnalysis`.
package enum SleepStage: Int, Sendable {
    /// In bed, asleep or not.
    case inBed = 0
    /// Asleep, stage unknown.
    case asleepUnspecified = 1
    /// Awake during a night.
    case awake = 2
    /// Light sleep.
    case asleepCore = 3
    /// Deep sleep.
    case asleepDeep = 4
    /// Dreaming sleep.
    case asleepREM = 5

    /// Converts a sample's value; `nil` when it is no known stage.
    init?(_ value: Double) {
        guard let number = Int(exactly: value) else { return nil }
        self.init(rawValue: number)
    }
}

/// The app or device that wrote a sample.
package struct HealthSourceDescription: Sendable, Hashable {
    /// The kind of a source, in Apple's default order of priority.
    package enum Kind: Int, Sendable, Comparable {
        /// An Apple Watch.
        case watch = 0
        /// An iPhone or iPod.
        case phone = 1
        /// Another app or device.
        case thirdParty = 2

        /// Whether the first kind has priority over the second.
        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name as the source wrote it, including unusual white space.
    package var name: String
    /// The kind of the source.
    package var kind: Kind

    /// The name as people type it, used for comparison.
    ///
    /// ``name`` is used for display.
    package var typedName: String { Self.typed(name) }

    /// Creates a description.
    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether `name` denotes this source, regardless of the kind of spaces and apostrophes.
    package func isNamed(_ name: String) -> Bool { typedName == Self.typed(name) }

    /// Replaces spaces and apostrophes by those that people type.
    ///
    /// Health writes no-break spaces and curly apostrophes, which vary with the version of iOS.
    /// Keyboards write straight apostrophes, or other curly ones.
    static func typed(_ name: String) -> String {
        String(
            name.map { character in
                switch character {
                case "’", "‘", "\u{2BC}": "'"
                case _ where character.isWhitespace: " "
                default: character
                }
            }
        )
    }
}

/// One exercise session.
package struct WorkoutSample: Sendable, Equatable {
    /// What is known of a workout's route.
    package enum Route: Sendable, Equatable {
        /// The workout has no route, or the route was not read.
        case unread
        /// The sum of all its routes.
        case summary(RouteSummary)
        /// A route is missing or could not be read; route properties of an existing event are
        /// retained.
        case unreadable
    }

    /// The name of `HKWorkoutActivityType` without its prefix, such as `Running`.
    package var activity: String
    /// The start of the workout.
    package var start: Instant
    /// The end of the workout, including pauses.
    package var end: Instant
    /// The duration without pauses; `nil` when unknown.
    package var duration: Duration?
    /// Active energy in kcal, from the workout's statistics or else from its attributes.
    package var energyKilocalories: Double?
    /// Distance in metres: the sum of all kinds of distance.
    package var distanceMeters: Double?
    /// Average heart rate in beats per minute.
    package var averageHeartRate: Double?
    /// Highest heart rate in beats per minute.
    package var maximumHeartRate: Double?
    /// The index of its source in ``HealthSource/sources``.
    package var source: Int
    /// The IANA identifier of the time zone (`HKTimeZone`); `nil` when unknown.
    package var timeZone: String?
    /// Whether the workout took place indoors; `nil` when unknown.
    package var isIndoor: Bool?
    /// The number of pauses.
    package var pauses = 0
    /// The routes: file names in an export, or UUIDs.
    ///
    /// From HealthKit, these are candidates of about the same time until
    /// ``HealthSource/readingRoutes(of:)`` has found the workout's own routes.
    package var routes: [String] = []
    /// The summary of its routes, as far as it was read.
    package var route = Route.unread
    /// The UUID; `nil` when the workout has none.
    package var uuid: String?
    /// Hashes of its UUID, its routes' UUIDs and its measurements; empty when it has no UUID.
    package var fingerprints: [UInt32] = []

    /// Creates a workout with the required values.
    package init(activity: String, start: Instant, end: Instant, source: Int) {
        self.activity = activity
        self.start = start
        self.end = end
        self.source = source
    }
}

public import TrendyModel

/// One sample of a quantity or a category, in the category's own unit.
public struct HealthSample: Sendable, Equatable {
    /// When it begins.
    public var start: Instant
    /// When it ends; the same instant for a reading, never before the start.
    public var end: Instant
    /// The amount, in the unit of its ``HealthType``.
    ///
    /// Sleep: the raw value of `HKCategoryValueSleepAnalysis` (``SleepStage``). Spans: 0.
    public var value: Double
    /// The place of its source in ``HealthSource/sources``.
    public var source: Int
    /// Whether a person typed it in.
    public var isUserEntered: Bool
    /// The place of its type in ``HealthCategory/types``.
    public var type: UInt8
    /// A hash of its UUID, for telling whether a day's samples are the same as before; `nil` where
    /// samples have none.
    public var fingerprint: UInt32?

    /// Bundles a sample.
    public init(
        start: Instant,
        end: Instant,
        value: Double,
        source: Int,
        isUserEntered: Bool = false,
        type: UInt8 = 0,
        stamp: UInt32? = nil
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.source = source
        self.isUserEntered = isUserEntered
        self.type = type
        self.fingerprint = stamp
    }
}

/// The values of `HKCategoryValueSleepAnalysis`.
public enum SleepStage: Int, Sendable {
    /// In bed, asleep or not.
    case inBed = 0
    /// Asleep, the stage unknown.
    case asleepUnspecified = 1
    /// Awake during a night.
    case awake = 2
    /// Light sleep.
    case asleepCore = 3
    /// Deep sleep.
    case asleepDeep = 4
    /// Dreaming sleep.
    case asleepREM = 5

    /// The stage that a sample's value stands for; `nil` when there is none.
    init?(_ value: Double) {
        guard let number = Int(exactly: value) else { return nil }
        self.init(rawValue: number)
    }
}

/// Who wrote a sample.
public struct HealthSourceDescription: Sendable, Hashable {
    /// What kind of source, in the order in which Apple ranks them by default.
    public enum Kind: Int, Sendable, Comparable {
        /// An Apple Watch.
        case watch = 0
        /// An iPhone or iPod.
        case phone = 1
        /// Another app or device.
        case thirdParty = 2

        /// Whether the first comes before the second.
        public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// Its name as it was written, white space of any kind included.
    public var name: String
    /// What kind it is.
    public var kind: Kind

    /// Its name as people type it, by which names are compared; ``name`` is what is shown.
    public var typedName: String { Self.typed(name) }

    /// Bundles a description.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether people mean it by a name, with whatever spaces and apostrophes they wrote it.
    public func isNamed(_ name: String) -> Bool { typedName == Self.typed(name) }

    /// A name with the spaces and apostrophes that people type.
    ///
    /// Health writes no-break spaces and curly apostrophes, which come and go with the version of
    /// iOS; keyboards write straight ones, or curly ones of their own.
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
public struct WorkoutSample: Sendable, Equatable {
    /// What is known of where a workout went.
    public enum Route: Sendable, Equatable {
        /// It has no route, or nobody has read it.
        case unread
        /// All its routes together.
        case summary(RouteSummary)
        /// One of its routes is missing or could not be read: what was known of it stays.
        case unreadable
    }

    /// The name of `HKWorkoutActivityType` without its prefix, such as `Running`.
    public var activity: String
    /// When it begins.
    public var start: Instant
    /// When it ends, pauses included.
    public var end: Instant
    /// The time without pauses, when it is known.
    public var duration: Duration?
    /// Active energy in kcal, from the workout's own statistics or else its attributes.
    public var energyKilocalories: Double?
    /// Distance in metres, of all kinds of distance together.
    public var distanceMeters: Double?
    /// Average heart rate, beats a minute.
    public var averageHeartRate: Double?
    /// Highest heart rate, beats a minute.
    public var maximumHeartRate: Double?
    /// The place of its source in ``HealthSource/sources``.
    public var source: Int
    /// The IANA name of the zone it took place in, when it says so (`HKTimeZone`).
    public var timeZone: String?
    /// Whether it took place indoors, when it says so.
    public var isIndoor: Bool?
    /// How often it was paused.
    public var pauses = 0
    /// Its routes: the files of them as an export names them, or their UUIDs.
    ///
    /// Of HealthKit those of about its time, before ``HealthSource/readingRoutes(of:)`` has found
    /// out which are its own.
    public var routes: [String] = []
    /// What its routes amount to, as far as anybody has looked.
    public var route = Route.unread
    /// Its UUID; `nil` where it has none.
    public var uuid: String?
    /// Hashes of its UUID, of those of its routes, and of what was measured; none where it has no
    /// UUID.
    public var fingerprints: [UInt32] = []

    /// A session with only what every session has.
    public init(activity: String, start: Instant, end: Instant, source: Int) {
        self.activity = activity
        self.start = start
        self.end = end
        self.source = source
    }
}

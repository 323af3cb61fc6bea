// TrendyHealth: turns health samples into events. A day is always recomputed from all its samples.

import TrendyLocalization
public import TrendyModel

/// A kind of health data that capture turns into events: the sample types that it reads and how it
/// processes them.
///
/// Each category has a file in `Categories` and an entry in ``allCases``.
public struct HealthMetric: Sendable {
    /// The name in natural keys, anchors and settings, such as `active_energy`.
    public let rawValue: String
    /// The sample types; the first is the main one.
    public let types: [HealthType]
    /// The event type that capture creates.
    ///
    /// Its name is the same in every language, so that all devices create the same event type.
    public let eventType: EventType
    private let name: LocalizedText
    /// How often the system may wake the app for the category.
    public let delivery: HealthDelivery
    /// The longest expected time without new samples; `nil` when gaps of any length are normal.
    public let longestGap: Duration?
    /// How far beyond a day's bounds samples are read, because a result of the day may depend on
    /// them.
    let lookaround: Duration
    /// The maximum gap between samples of one result; zero for whole days and single entries.
    let gap: Duration
    /// Whether the results of a day are numbered.
    ///
    /// A missing result then changes the numbers of the others.
    let numbersResults: Bool
    /// How the samples are processed.
    let processing: Processing

    /// How samples are processed.
    enum Processing: Sendable {
        /// Processes samples sorted by start, including those within ``lookaround`` of the days.
        case samples(@Sendable ([HealthSample], ProcessingContext) -> [ProcessedHealthData])
        /// Processes workouts.
        case workouts
    }

    init(
        _ rawValue: String,
        reading types: [HealthType],
        as name: LocalizedText,
        color: String,
        icon: String,
        lookaround: Duration = .zero,
        gap: Duration = .zero,
        numbersResults: Bool = false,
        delivery: HealthDelivery = .immediate,
        longestGap: Duration? = nil,
        processing: Processing
    ) {
        self.rawValue = rawValue
        self.types = types
        self.name = name
        eventType = EventType(name: name.english, color: color, icon: icon)
        self.lookaround = lookaround
        self.gap = gap
        self.numbersResults = numbersResults
        self.delivery = delivery
        self.longestGap = longestGap
        self.processing = processing
    }

    /// The name in the person's language.
    public var text: String { name() }

    /// A day and a margin: a person who carries a phone takes steps within it.
    static let dayWithMargin = Duration.seconds(26 * 3600)

    /// All categories, in the order of capture.
    public static let allCases: [HealthMetric] = [
        .workout, .sleep, .steps, .activeEnergy, .heartRate, .mindfulness, .water, .bodyMass,
        .distanceWalkingRunning, .flightsClimbed, .heartRateVariability,
    ]

    /// Finds a category by its name; `nil` when there is none.
    public init?(rawValue: String) {
        guard let category = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = category
    }
}

/// The maximum frequency of background wake-ups for a category.
public enum HealthDelivery: Sendable, Hashable {
    /// On every new sample.
    case immediate
    /// Once an hour, which is enough for a sum that grows all day.
    case hourly
}

extension HealthMetric: Hashable, CustomStringConvertible {
    /// Compares the names.
    public static func == (left: HealthMetric, right: HealthMetric) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The name.
    public var description: String { rawValue }
}

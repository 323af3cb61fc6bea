// TrendyHealth: samples in, events out; days are computed anew from all their samples.

import TrendyLocalization
public import TrendyModel

/// A kind of health data that capture turns into events: what it reads, and what becomes of it.
///
/// Each has a file of its own in `Categories`, and a line in ``allCases``.
public struct HealthCategory: Sendable {
    /// Its name in natural keys, anchors and settings, such as `active_energy`.
    public let rawValue: String
    /// What it reads; the first is what it is about.
    public let types: [HealthType]
    /// The event type that capture makes for it; its name is the same in every language, so that all
    /// devices make the same one.
    public let eventType: EventType
    private let name: LocalizedText
    /// How often the phone may wake the app for it.
    public let delivery: HealthDelivery
    /// How long there may be nothing new of it before something is likely to be wrong; `nil` where
    /// nothing new is nothing strange.
    public let longestGap: Duration?
    /// How far beyond a day samples are read that a result of the day depends on.
    let lookaround: Duration
    /// How far apart samples of one result may be; zero for whole days and single entries.
    let gap: Duration
    /// Whether the results of a day are numbered: one that is not known would number the others.
    let numbersResults: Bool
    /// What becomes of its samples.
    let processing: Processing

    /// What becomes of samples.
    enum Processing: Sendable {
        /// Samples by their start, those of ``reach`` around the days too.
        case samples(@Sendable ([HealthSample], ProcessingContext) -> [ProcessedHealthData])
        /// Workouts, which are more than samples.
        case workouts
    }

    init(
        _ rawValue: String,
        reading types: [HealthType],
        as name: LocalizedText,
        color: String,
        icon: String,
        reach: Duration = .zero,
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
        self.lookaround = reach
        self.gap = gap
        self.numbersResults = numbersResults
        self.delivery = delivery
        self.longestGap = longestGap
        self.processing = processing
    }

    /// What people call it, in their language.
    public var text: String { name() }

    /// A day and a little: whoever carries a phone walks in it.
    static let dayWithMargin = Duration.seconds(26 * 3600)

    /// All of them, in the order in which they are captured.
    public static let allCases: [HealthCategory] = [
        .workout, .sleep, .steps, .activeEnergy, .heartRate, .mindfulness, .water, .bodyMass,
        .distanceWalkingRunning, .flightsClimbed, .heartRateVariability,
    ]

    /// The category of a name; `nil` when there is none.
    public init?(rawValue: String) {
        guard let category = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = category
    }
}

/// How often the phone may wake the app for a category, at most.
public enum HealthDelivery: Sendable, Hashable {
    /// Whenever something is new.
    case immediate
    /// Once an hour: a sum that grows all day needs no more.
    case hourly
}

extension HealthCategory: Hashable, CustomStringConvertible {
    /// Whether both are the same one.
    public static func == (left: HealthCategory, right: HealthCategory) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Hashes its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Its name.
    public var description: String { rawValue }
}

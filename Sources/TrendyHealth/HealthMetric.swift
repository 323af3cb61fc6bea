// TrendyHealth: turns health samples into events. A day is always recomputed from all its samples.

import TrendyLocalization
public import TrendyModel

/// A kind of health data: the sample types that it reads and how they become events.
///
/// ``allCases`` is the catalogue. Most metrics are rows of tables in `Metrics`; those with a
/// processor of their own (sleep, workouts, mindfulness, entries) have a file each.
public struct HealthMetric: Sendable {
    /// The name in natural keys, anchors and settings, such as `active_energy`.
    ///
    /// It is derived from Apple's identifier (``HealthMetric/key(ofIdentifier:)``), except for the
    /// metrics that are older than that rule.
    public let rawValue: String
    /// The sample types; the first is the main one.
    public let types: [HealthType]
    /// The group in which people look for it.
    public let group: HealthGroup
    /// How the samples of a day become a result.
    public let aggregation: HealthAggregation
    /// The event type that capture creates.
    ///
    /// Its name is the same in every language, so that all devices create the same event type.
    public let eventType: EventType
    /// The property with the main number of a result, such as `sum`; `nil` when it has none.
    public let valueProperty: String?
    /// Whether a phone captures it before the person chooses.
    public let isStandard: Bool
    /// Whether this version does not know the type: its unit and aggregation are guessed from the
    /// samples.
    public let isInferred: Bool
    private let name: LocalizedText
    /// How often the system may wake the app for the metric.
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
        /// Processes dated summaries: one event each.
        case summaries
    }

    init(
        _ rawValue: String,
        reading types: [HealthType],
        as name: LocalizedText,
        group: HealthGroup,
        aggregation: HealthAggregation,
        valueProperty: String?,
        color: String? = nil,
        icon: String,
        isStandard: Bool = false,
        isInferred: Bool = false,
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
        self.group = group
        self.aggregation = aggregation
        self.valueProperty = valueProperty
        self.isStandard = isStandard
        self.isInferred = isInferred
        eventType = EventType(name: name.english, color: color ?? group.color, icon: icon)
        self.lookaround = lookaround
        self.gap = gap
        self.numbersResults = numbersResults
        self.delivery = delivery
        self.longestGap = longestGap
        self.processing = processing
    }

    /// The name in the person's language.
    public var text: String { name() }

    /// The unit of its amounts; `nil` when it has none.
    public var unit: HealthUnit? {
        guard case .quantity(let unit, _) = types.first?.kind else { return nil }
        return unit
    }

    /// Whether a result is computed from the single samples of a day, so that the samples explain it;
    /// workouts and dated summaries are taken as a whole.
    package var isComputedFromSamples: Bool {
        if case .samples = processing { true } else { false }
    }

    /// A day and a margin: a person who carries a phone takes steps within it.
    static let dayWithMargin = Duration.seconds(26 * 3600)

    /// Finds a metric of the catalogue by its name; `nil` when there is none.
    public init?(rawValue: String) {
        guard let metric = Self.metricsByName[rawValue] else { return nil }
        self = metric
    }
}

/// The maximum frequency of background wake-ups for a metric.
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

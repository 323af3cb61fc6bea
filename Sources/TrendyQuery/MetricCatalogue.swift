import TrendyHealth

/// How the tables show a health metric.
struct MetricDescription: Sendable {
    /// How the day's value is made of the metric's events.
    enum Combination: String, Sendable {
        /// The one event of the day has it.
        case event
        /// The sum over the events of the day.
        case sum
        /// The mean over the events of the day.
        case average
    }

    /// The name in natural keys, such as `steps`.
    let key: String
    /// The name for people.
    let name: String
    /// The group, such as `activity`.
    let group: String
    /// The unit of the day's value.
    let unit: String
    /// `sum`, `average`, `last`, `count` or `duration`, for people.
    let aggregation: String
    /// Apple's identifiers, the main one first.
    let identifiers: [String]
    /// The property of an event that holds the main number.
    let property: String
    /// What the property is multiplied by.
    var factor = 1.0
    /// How the day's value is made of the metric's events.
    let combination: Combination

    /// All metrics.
    static let all: [MetricDescription] = HealthMetric.allCases.map { describe($0) }

    /// Maps a metric of the catalogue.
    private static func describe(_ metric: HealthMetric) -> MetricDescription {
        let isDuration = metric.aggregation == .duration || durations.contains(metric)
        return MetricDescription(
            key: metric.rawValue,
            name: metric.text,
            group: metric.group.rawValue,
            unit: isDuration ? "min" : metric.unit?.rawValue ?? "",
            aggregation: isDuration ? "duration" : aggregation(of: metric),
            identifiers: metric.types.map(\.identifier),
            property: metric.valueProperty ?? "average",
            factor: isDuration ? 1 / 60.0 : 1,
            combination: metric.aggregation != .event
                ? .event : isDuration || sums.contains(metric) ? .sum : .average
        )
    }

    /// The metrics with an event for each session, whose durations add up over the day.
    private static let durations: Set<HealthMetric> = [.sleep, .workout, .mindfulness]
    /// The metrics with an event for each entry, whose amounts add up over the day.
    private static let sums: Set<HealthMetric> = [.water, .medicationDose]

    private static func aggregation(of metric: HealthMetric) -> String {
        switch metric.aggregation {
        case .cumulative: "sum"
        case .discrete, .temporallyWeighted, .equivalentLevel: "average"
        case .latest: "last"
        case .count, .duration, .severity, .value: "count"
        case .event: sums.contains(metric) ? "sum" : "average"
        }
    }
}

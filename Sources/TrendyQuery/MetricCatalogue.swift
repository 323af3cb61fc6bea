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
    /// `sum`, `average` or `duration`, for people.
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
    static let all: [MetricDescription] = HealthCategory.allCases.map { describe($0) }

    /// Maps the catalogue of TrendyHealth.
    ///
    /// Only this function and its helper know its form.
    private static func describe(_ category: HealthCategory) -> MetricDescription {
        let shape = shape(of: category.rawValue)
        return MetricDescription(
            key: category.rawValue,
            name: category.text,
            group: shape.group,
            unit: shape.unit ?? unit(of: category),
            aggregation: shape.aggregation,
            identifiers: category.types.map(\.identifier),
            property: shape.property,
            factor: shape.factor,
            combination: shape.combination
        )
    }

    private struct Shape {
        var group: String
        var property: String
        var combination: Combination
        var aggregation: String
        var unit: String?
        var factor = 1.0
    }

    private static func shape(of key: String) -> Shape {
        func sum(_ group: String, _ property: String) -> Shape {
            Shape(group: group, property: property, combination: .event, aggregation: "sum")
        }
        func minutes(_ group: String, _ property: String) -> Shape {
            Shape(
                group: group,
                property: property,
                combination: .sum,
                aggregation: "duration",
                unit: "min",
                factor: 1 / 60.0
            )
        }
        switch key {
        case "steps", "flights_climbed": return sum("activity", "count")
        case "active_energy": return sum("activity", "kilocalories")
        case "distance_walking_running": return sum("activity", "meters")
        case "sleep": return minutes("sleep", "asleep")
        case "workout": return minutes("activity", "duration")
        case "mindfulness": return minutes("mindfulness", "duration")
        case "water":
            return Shape(
                group: "nutrition",
                property: "milliliters",
                combination: .sum,
                aggregation: "sum"
            )
        case "body_mass":
            return Shape(
                group: "body",
                property: "kilograms",
                combination: .average,
                aggregation: "average"
            )
        default:
            return Shape(
                group: "vitals",
                property: "average",
                combination: .event,
                aggregation: "average"
            )
        }
    }

    private static func unit(of category: HealthCategory) -> String {
        guard case .quantity(let unit)? = category.types.first?.kind else { return "" }
        return unit.rawValue
    }
}

import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Flights climbed, one event a day.
    package static let flightsClimbed = HealthMetric(
        "flights_climbed",
        reading: [.quantity("FlightsClimbed", .count)],
        as: Strings.Categories.flightsClimbed,
        group: .activity,
        aggregation: .cumulative,
        valueProperty: "count",
        color: "#7A8F3C",
        icon: "figure.stairs",
        isStandard: true,
        delivery: .hourly,
        processing: DailySumProcessor.processing(of: "flights_climbed", property: "count")
    )
}

// Example of docs/how-to/add-a-health-metric.md:
@testable import TrendyHealth

extension HealthMetric {
    /// Grip strength, one event a day with the range of its readings.
    static let gripStrength = HealthMetric.quantity(
        "GripStrength",
        .kilograms,
        .discrete,
        .body,
        icon: "hand.raised",
        plausible: 0...200
    )
}
// End of the example.

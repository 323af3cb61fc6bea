import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Body weight, one event for each measurement.
    package static let bodyMass = HealthMetric(
        "body_mass",
        reading: [.quantity("BodyMass", .kilograms)],
        as: Strings.Categories.bodyMass,
        group: .body,
        aggregation: .event,
        valueProperty: "kilograms",
        color: "#8A6D3B",
        icon: "scalemass.fill",
        isStandard: true,
        processing: EntryProcessor.processing(of: "body_mass", property: "kilograms")
    )
}

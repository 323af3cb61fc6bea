import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Water intake, one event for each entry.
    package static let water = HealthMetric(
        "water",
        reading: [.quantity("DietaryWater", .milliliters)],
        as: Strings.Categories.water,
        group: .nutrition,
        aggregation: .event,
        valueProperty: "milliliters",
        color: "#2F86D1",
        icon: "drop.fill",
        isStandard: true,
        processing: EntryProcessor.processing(of: "water", property: "milliliters")
    )
}

import TrendyLocalization
import TrendyModel

extension HealthCategory {
    /// Water intake, one event for each entry.
    package static let water = HealthCategory(
        "water",
        reading: [.quantity("DietaryWater", .milliliters)],
        as: Strings.Categories.water,
        color: "#2F86D1",
        icon: "drop.fill",
        processing: EntryProcessor.processing(of: "water", property: "milliliters")
    )
}

import TrendyModel
import TrendyWords

extension HealthCategory {
    /// Water drunk, one event each.
    public static let water = HealthCategory(
        "water",
        reading: [.quantity("DietaryWater", .milliliters)],
        as: Words.Categories.water,
        color: "#2F86D1",
        icon: "drop.fill",
        processing: EntryProcessor.processing(of: "water", property: "milliliters")
    )
}

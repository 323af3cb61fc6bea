import TrendyModel

extension HealthCategory {
    /// Water drunk, one event each.
    public static let water = HealthCategory(
        "water",
        reading: [.quantity("DietaryWater", .milliliters)],
        as: EventType(name: "Water", color: "#2F86D1", icon: "drop.fill"),
        processing: EntryProcessor.processing(of: "water", property: "milliliters")
    )
}

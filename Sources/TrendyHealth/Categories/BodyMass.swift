import TrendyLocalization
import TrendyModel

extension HealthCategory {
    /// Body weight, one event for each measurement.
    package static let bodyMass = HealthCategory(
        "body_mass",
        reading: [.quantity("BodyMass", .kilograms)],
        as: Strings.Categories.bodyMass,
        color: "#8A6D3B",
        icon: "scalemass.fill",
        processing: EntryProcessor.processing(of: "body_mass", property: "kilograms")
    )
}

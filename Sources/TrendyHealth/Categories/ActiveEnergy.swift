import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Active energy, one event a day.
    package static let activeEnergy = HealthMetric(
        "active_energy",
        reading: [.quantity("ActiveEnergyBurned", .kilocalories)],
        as: Strings.Categories.activeEnergy,
        color: "#D93A4A",
        icon: "flame.fill",
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(of: "active_energy", property: "kilocalories")
    )
}

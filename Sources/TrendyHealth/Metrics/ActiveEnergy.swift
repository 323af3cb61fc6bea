import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Active energy, one event a day.
    package static let activeEnergy = HealthMetric(
        "active_energy",
        reading: [.quantity("ActiveEnergyBurned", .kilocalories)],
        as: Strings.Categories.activeEnergy,
        group: .activity,
        aggregation: .cumulative,
        valueProperty: "kilocalories",
        color: "#D93A4A",
        icon: "flame.fill",
        isStandard: true,
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(of: "active_energy", property: "kilocalories")
    )
}

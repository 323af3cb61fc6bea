import TrendyModel
import TrendyWords

extension HealthCategory {
    /// Active energy, one event a day.
    public static let activeEnergy = HealthCategory(
        "active_energy",
        reading: [.quantity("ActiveEnergyBurned", .kilocalories)],
        as: Words.Categories.activeEnergy,
        color: "#D93A4A",
        icon: "flame.fill",
        delivery: .hourly,
        longestGap: aDayAndALittle,
        processing: DailySumProcessor.processing(of: "active_energy", property: "kilocalories")
    )
}

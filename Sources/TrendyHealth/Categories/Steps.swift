import TrendyModel
import TrendyWords

extension HealthCategory {
    /// Steps, one event a day.
    public static let steps = HealthCategory(
        "steps",
        reading: [.quantity("StepCount", .count)],
        as: Words.Categories.steps,
        color: "#3C9D5D",
        icon: "figure.walk",
        delivery: .hourly,
        longestGap: aDayAndALittle,
        processing: DailySumProcessor.processing(of: "steps", property: "count")
    )
}

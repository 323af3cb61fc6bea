import TrendyLocalization
import TrendyModel

extension HealthCategory {
    /// Steps, one event a day.
    package static let steps = HealthCategory(
        "steps",
        reading: [.quantity("StepCount", .count)],
        as: Strings.Categories.steps,
        color: "#3C9D5D",
        icon: "figure.walk",
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(of: "steps", property: "count")
    )
}

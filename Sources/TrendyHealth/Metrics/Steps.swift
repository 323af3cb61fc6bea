import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Steps, one event a day.
    package static let steps = HealthMetric(
        "steps",
        reading: [.quantity("StepCount", .count)],
        as: Strings.Categories.steps,
        group: .activity,
        aggregation: .cumulative,
        valueProperty: "count",
        color: "#3C9D5D",
        icon: "figure.walk",
        isStandard: true,
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(of: "steps", property: "count")
    )
}

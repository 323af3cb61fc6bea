import TrendyModel

extension HealthCategory {
    /// Steps, one event a day.
    public static let steps = HealthCategory(
        "steps",
        reading: [.quantity("StepCount", .count)],
        as: EventType(name: "Steps", color: "#3C9D5D", icon: "figure.walk"),
        delivery: .hourly,
        longestGap: aDayAndALittle,
        processing: DailySumProcessor.processing(of: "steps", property: "count")
    )
}

import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Heart rate, one event a day, with the resting heart rate when a source has it.
    package static let heartRate = HealthMetric(
        "heart_rate",
        reading: [.quantity("HeartRate", .perMinute), .quantity("RestingHeartRate", .perMinute)],
        as: Strings.Categories.heartRate,
        group: .heart,
        aggregation: .temporallyWeighted,
        valueProperty: "average",
        color: "#C2185B",
        icon: "heart.fill",
        isStandard: true,
        longestGap: dayWithMargin,
        processing: ReadingsProcessor.processing(
            of: "heart_rate",
            mean: .temporallyWeighted,
            places: 10,
            lastOfSecondType: "resting"
        )
    )
}

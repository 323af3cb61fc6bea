import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Heart-rate variability (SDNN, ms), one event a day.
    package static let heartRateVariability = HealthMetric(
        "heart_rate_variability",
        reading: [.quantity("HeartRateVariabilitySDNN", .milliseconds)],
        as: Strings.Categories.heartRateVariability,
        group: .heart,
        aggregation: .discrete,
        valueProperty: "average",
        color: "#8E44AD",
        icon: "waveform.path.ecg",
        isStandard: true,
        processing: ReadingsProcessor.processing(of: "heart_rate_variability", places: 10)
    )
}

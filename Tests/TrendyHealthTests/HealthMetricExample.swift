// Example of docs/how-to/add-a-health-metric.md:
import TrendyLocalization
import TrendyModel

@testable public import TrendyHealth

extension HealthMetric {
    /// Respiratory rate, one event a day with the values of each hour.
    public static let respiratoryRate = HealthMetric(
        "respiratory_rate",
        reading: [.quantity("RespiratoryRate", .perMinute)],
        as: Strings.Categories.respiratoryRate,
        color: "#3C8F8A",
        icon: "lungs.fill",
        processing: ReadingsProcessor.processing(of: "respiratory_rate")
    )
}
// End of the example.

// Step 2 of the page.
extension Strings.Categories {
    fileprivate static let respiratoryRate = heartRate
}

import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Walking and running distance, one event a day.
    package static let distanceWalkingRunning = HealthMetric(
        "distance_walking_running",
        reading: [.quantity("DistanceWalkingRunning", .meters)],
        as: Strings.Categories.distanceWalkingRunning,
        group: .activity,
        aggregation: .cumulative,
        valueProperty: "meters",
        color: "#3F7F93",
        icon: "map",
        isStandard: true,
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(
            of: "distance_walking_running",
            property: "meters"
        )
    )
}

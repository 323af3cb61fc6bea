import TrendyLocalization
import TrendyModel

extension HealthCategory {
    /// The distance walked and run, one event a day.
    public static let distanceWalkingRunning = HealthCategory(
        "distance_walking_running",
        reading: [.quantity("DistanceWalkingRunning", .meters)],
        as: Strings.Categories.distanceWalkingRunning,
        color: "#3F7F93",
        icon: "map",
        delivery: .hourly,
        longestGap: dayWithMargin,
        processing: DailySumProcessor.processing(
            of: "distance_walking_running",
            property: "meters"
        )
    )
}

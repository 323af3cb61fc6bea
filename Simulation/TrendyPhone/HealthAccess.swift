import HealthKit

/// The types of health data that the page can permit and revoke, by name.
enum HealthAccess {
    /// The HealthKit types of a kind; all for `all`, none for an unknown name.
    static func types(_ kind: String) -> [HKObjectType] {
        kind == "all" ? table.flatMap(\.types) : table.first { $0.name == kind }?.types ?? []
    }

    private static let table: [(name: String, types: [HKObjectType])] = [
        ("steps", [HKQuantityType(.stepCount)]),
        ("energy", [HKQuantityType(.activeEnergyBurned)]),
        ("heartRate", [HKQuantityType(.heartRate), HKQuantityType(.restingHeartRate)]),
        ("sleep", [HKCategoryType(.sleepAnalysis)]),
        ("workouts", [.workoutType(), HKSeriesType.workoutRoute()]),
        ("water", [HKQuantityType(.dietaryWater)]),
        ("mindfulness", [HKCategoryType(.mindfulSession)]),
        ("weight", [HKQuantityType(.bodyMass)]),
    ]
}

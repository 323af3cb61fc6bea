/// The unit and the aggregation of each supported quantity type.
enum QuantityCatalog {
    struct Entry {
        let unit: HKUnit
        let style: HKQuantityAggregationStyle

        init(unit: String, style: HKQuantityAggregationStyle) {
            self.unit = HKUnit(from: unit)
            self.style = style
        }
    }

    static let entries: [HKQuantityTypeIdentifier: Entry] = [
        .stepCount: Entry(unit: "count", style: .cumulative),
        .activeEnergyBurned: Entry(unit: "kcal", style: .cumulative),
        .basalEnergyBurned: Entry(unit: "kcal", style: .cumulative),
        .heartRate: Entry(unit: "count/min", style: .discreteTemporallyWeighted),
        .restingHeartRate: Entry(unit: "count/min", style: .discreteArithmetic),
        .walkingHeartRateAverage: Entry(unit: "count/min", style: .discreteArithmetic),
        .heartRateVariabilitySDNN: Entry(unit: "ms", style: .discreteArithmetic),
        .dietaryWater: Entry(unit: "mL", style: .cumulative),
        .dietaryEnergyConsumed: Entry(unit: "kcal", style: .cumulative),
        .dietaryCaffeine: Entry(unit: "mg", style: .cumulative),
        .bodyMass: Entry(unit: "kg", style: .discreteArithmetic),
        .bodyMassIndex: Entry(unit: "count", style: .discreteArithmetic),
        .bodyFatPercentage: Entry(unit: "%", style: .discreteArithmetic),
        .leanBodyMass: Entry(unit: "kg", style: .discreteArithmetic),
        .height: Entry(unit: "m", style: .discreteArithmetic),
        .distanceWalkingRunning: Entry(unit: "m", style: .cumulative),
        .distanceCycling: Entry(unit: "m", style: .cumulative),
        .distanceSwimming: Entry(unit: "m", style: .cumulative),
        .distanceWheelchair: Entry(unit: "m", style: .cumulative),
        .distanceDownhillSnowSports: Entry(unit: "m", style: .cumulative),
        .distanceCrossCountrySkiing: Entry(unit: "m", style: .cumulative),
        .distancePaddleSports: Entry(unit: "m", style: .cumulative),
        .distanceRowing: Entry(unit: "m", style: .cumulative),
        .distanceSkatingSports: Entry(unit: "m", style: .cumulative),
        .swimmingStrokeCount: Entry(unit: "count", style: .cumulative),
        .flightsClimbed: Entry(unit: "count", style: .cumulative),
        .appleExerciseTime: Entry(unit: "min", style: .cumulative),
        .appleStandTime: Entry(unit: "min", style: .cumulative),
        .oxygenSaturation: Entry(unit: "%", style: .discreteArithmetic),
        .respiratoryRate: Entry(unit: "count/min", style: .discreteArithmetic),
        .bodyTemperature: Entry(unit: "degC", style: .discreteArithmetic),
        .vo2Max: Entry(unit: "mL/(kg*min)", style: .discreteArithmetic),
    ]

    static let categories: Set<HKCategoryTypeIdentifier> = [
        .sleepAnalysis,
        .mindfulSession,
        .appleStandHour,
        .highHeartRateEvent,
        .lowHeartRateEvent,
        .irregularHeartRhythmEvent,
        .handwashingEvent,
        .toothbrushingEvent,
    ]
}

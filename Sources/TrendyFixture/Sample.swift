/// The source of a sample; a lower raw value has priority.
enum Source: Int, CaseIterable {
    case watch = 0
    case phone = 1
    case pedometer = 2
}

/// A record before it is written.
struct Sample {
    let source: Source
    let start: Int64
    let end: Int64
    /// The value in units of 10^-decimals of its stream, or the index of the label for categories.
    let value: Int
    var created: Int64
    /// The cells of its slot that it covers, for merged streams.
    var cells: Range<Int> = 0..<0
    /// The index of its metadata in its stream; 0 for none.
    var note = 0
}

/// A record type of the export.
enum Stream: UInt64, CaseIterable {
    case steps = 100
    case distance = 200
    case activeEnergy = 300
    case basalEnergy = 400
    case heartRate = 500
    case water = 600
    case bodyMass = 700
    case sleep = 800
    case mindful = 900

    var type: StaticString {
        switch self {
        case .steps: "HKQuantityTypeIdentifierStepCount"
        case .distance: "HKQuantityTypeIdentifierDistanceWalkingRunning"
        case .activeEnergy: "HKQuantityTypeIdentifierActiveEnergyBurned"
        case .basalEnergy: "HKQuantityTypeIdentifierBasalEnergyBurned"
        case .heartRate: "HKQuantityTypeIdentifierHeartRate"
        case .water: "HKQuantityTypeIdentifierDietaryWater"
        case .bodyMass: "HKQuantityTypeIdentifierBodyMass"
        case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
        case .mindful: "HKCategoryTypeIdentifierMindfulSession"
        }
    }

    var unit: StaticString? {
        switch self {
        case .steps: "count"
        case .distance: "km"
        case .activeEnergy, .basalEnergy: "kcal"
        case .heartRate: "count/min"
        case .water: "mL"
        case .bodyMass: "kg"
        case .sleep, .mindful: nil
        }
    }

    var decimals: Int {
        switch self {
        case .distance: 6
        case .activeEnergy, .basalEnergy: 3
        case .bodyMass: 1
        default: 0
        }
    }

    /// Whether the person enters it manually.
    var isEntered: Bool { self == .water || self == .bodyMass }
}

/// The `value` of sleep samples.
enum SleepLabel: Int, CaseIterable {
    case inBed, unspecified, awake, core, deep, rem

    var text: StaticString {
        switch self {
        case .inBed: "HKCategoryValueSleepAnalysisInBed"
        case .unspecified: "HKCategoryValueSleepAnalysisAsleepUnspecified"
        case .awake: "HKCategoryValueSleepAnalysisAwake"
        case .core: "HKCategoryValueSleepAnalysisAsleepCore"
        case .deep: "HKCategoryValueSleepAnalysisAsleepDeep"
        case .rem: "HKCategoryValueSleepAnalysisAsleepREM"
        }
    }
}

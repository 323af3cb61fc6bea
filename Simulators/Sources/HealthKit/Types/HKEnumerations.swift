/// The maximum frequency of wakes for a type.
public enum HKUpdateFrequency: Int, Sendable {
    /// On every change.
    case immediate = 1
    /// Once an hour.
    case hourly = 2
    /// Once a day.
    case daily = 3
    /// Once a week.
    case weekly = 4
}

/// The app's authorization to save a type.
///
/// Read authorization is not disclosed.
public enum HKAuthorizationStatus: Int, Sendable {
    /// Authorization has not been requested.
    case notDetermined = 0
    /// The app may not save.
    case sharingDenied = 1
    /// The app may save.
    case sharingAuthorized = 2
}

/// Whether a request for authorization would show the sheet.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// It could not be determined.
    case unknown = 0
    /// Some type has not been requested yet.
    case shouldRequest = 1
    /// All types have been requested.
    case unnecessary = 2
}

/// A sleep category value.
public enum HKCategoryValueSleepAnalysis: Int, Sendable {
    /// In bed, whether asleep or not.
    case inBed = 0
    /// Asleep, the stage unknown.
    case asleepUnspecified = 1
    /// Awake.
    case awake = 2
    /// Asleep, stages N1 and N2.
    case asleepCore = 3
    /// Asleep, stage N3.
    case asleepDeep = 4
    /// Asleep, REM stage.
    case asleepREM = 5

    /// The former name of ``asleepUnspecified``.
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }

    /// All values that mean asleep.
    public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
        [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
    }
}

/// The value of categories without values of their own.
public enum HKCategoryValue: Int, Sendable {
    /// Not applicable.
    case notApplicable = 0
}

/// The motion context of a heart-rate sample.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Unknown.
    case notSet = 0
    /// At rest.
    case sedentary = 1
    /// In motion.
    case active = 2
}

/// The type of a workout event.
public enum HKWorkoutEventType: Int, Sendable {
    /// A pause.
    case pause = 1
    /// The end of a pause.
    case resume = 2
    /// A lap.
    case lap = 3
    /// A marker set by the person.
    case marker = 4
    /// An automatic pause.
    case motionPaused = 5
    /// The end of an automatic pause.
    case motionResumed = 6
    /// A segment.
    case segment = 7
    /// A request by the person to pause or resume.
    case pauseOrResumeRequest = 8
}

/// The location type of a workout.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// Unknown.
    case unknown = 1
    /// Indoors.
    case indoor = 2
    /// Outdoors.
    case outdoor = 3
}

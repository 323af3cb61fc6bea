/// How often an app may be woken for a type, at most.
public enum HKUpdateFrequency: Int, Sendable {
    /// For every change.
    case immediate = 1
    /// Once an hour.
    case hourly = 2
    /// Once a day.
    case daily = 3
    /// Once a week.
    case weekly = 4
}

/// Whether an app may save a type; what it may read is not told.
public enum HKAuthorizationStatus: Int, Sendable {
    /// The person was not asked yet.
    case notDetermined = 0
    /// The app may not save.
    case sharingDenied = 1
    /// The app may save.
    case sharingAuthorized = 2
}

/// Whether asking for permission would show a sheet.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// It could not be found out.
    case unknown = 0
    /// Some type was never asked for.
    case shouldRequest = 1
    /// All were asked for already.
    case unnecessary = 2
}

/// What the person did between falling into bed and leaving it.
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
    /// Asleep, dreaming.
    case asleepREM = 5

    /// The former name of ``asleepUnspecified``.
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }

    /// All that mean being asleep.
    public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
        [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
    }
}

/// The value of categories that have none.
public enum HKCategoryValue: Int, Sendable {
    /// It happened.
    case notApplicable = 0
}

/// How the person moved when the heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Unknown.
    case notSet = 0
    /// At rest.
    case sedentary = 1
    /// In motion.
    case active = 2
}

/// What happened during a workout.
public enum HKWorkoutEventType: Int, Sendable {
    /// It was paused.
    case pause = 1
    /// It went on.
    case resume = 2
    /// A lap was done.
    case lap = 3
    /// The person marked a moment.
    case marker = 4
    /// It paused by itself.
    case motionPaused = 5
    /// It went on by itself.
    case motionResumed = 6
    /// A part of it.
    case segment = 7
    /// The person asked to pause or to go on.
    case pauseOrResumeRequest = 8
}

/// Whether a workout was outside.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// Not known.
    case unknown = 1
    /// Inside.
    case indoor = 2
    /// Outside.
    case outdoor = 3
}

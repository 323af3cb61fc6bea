// The values of categories: symptoms and notifications.

/// The severity of a symptom.
@available(iOS 13.6, *)
public enum HKCategoryValueSeverity: Int, Sendable {
    /// Present, of unknown severity.
    case unspecified = 0
    /// Not present.
    case notPresent = 1
    /// Mild.
    case mild = 2
    /// Moderate.
    case moderate = 3
    /// Severe.
    case severe = 4
}

/// Whether a symptom is present.
@available(iOS 13.6, *)
public enum HKCategoryValuePresence: Int, Sendable {
    /// Present.
    case present = 0
    /// Not present.
    case notPresent = 1
}

/// A change of appetite.
@available(iOS 13.6, *)
public enum HKCategoryValueAppetiteChanges: Int, Sendable {
    /// Unknown.
    case unspecified = 0
    /// No change.
    case noChange = 1
    /// Less appetite.
    case decreased = 2
    /// More appetite.
    case increased = 3
}

/// Whether the person stood in an hour.
@available(iOS 9.0, *)
public enum HKCategoryValueAppleStandHour: Int, Sendable {
    /// Stood for at least one minute.
    case stood = 0
    /// Did not stand.
    case idle = 1
}

/// The kind of low cardio fitness.
@available(iOS 14.3, *)
public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable {
    /// Low for the person's age and sex.
    case lowFitness = 1
}

/// The kind of a walking steadiness notification.
@available(iOS 15.0, *)
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable {
    /// The first low value.
    case initialLow = 1
    /// The first very low value.
    case initialVeryLow = 2
    /// A further low value.
    case repeatLow = 3
    /// A further very low value.
    case repeatVeryLow = 4
}

/// The kind of loud environment.
@available(iOS 14.0, *)
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable {
    /// A limit was exceeded for minutes.
    case momentaryLimit = 1
}

/// The former name of ``HKCategoryValueEnvironmentalAudioExposureEvent``.
@available(iOS, introduced: 13.0, deprecated: 14.0)
public enum HKCategoryValueAudioExposureEvent: Int, Sendable {
    /// A loud environment.
    case loudEnvironment = 1
}

/// The kind of loud headphones.
@available(iOS 14.2, *)
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable {
    /// The limit of seven days was exceeded.
    case sevenDayLimit = 1
}

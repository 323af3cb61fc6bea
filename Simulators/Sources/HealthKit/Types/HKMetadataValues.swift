// The values of metadata keys and characteristics.

/// The reason for a delivery of insulin.
@available(iOS 11.0, *)
public enum HKInsulinDeliveryReason: Int, Sendable {
    /// For the basic need.
    case basal = 1
    /// For a meal or a correction.
    case bolus = 2
}

/// The time of a blood glucose reading relative to a meal.
@available(iOS 11.0, *)
public enum HKBloodGlucoseMealTime: Int, Sendable {
    /// Before the meal.
    case preprandial = 1
    /// After the meal.
    case postprandial = 2
}

/// Where a body temperature was measured.
public enum HKBodyTemperatureSensorLocation: Int, Sendable {
    /// Elsewhere.
    case other = 0
    /// In the armpit.
    case armpit = 1
    /// On the body.
    case body = 2
    /// In the ear.
    case ear = 3
    /// On a finger.
    case finger = 4
    /// In the gut.
    case gastroIntestinal = 5
    /// In the mouth.
    case mouth = 6
    /// In the rectum.
    case rectum = 7
    /// On a toe.
    case toe = 8
    /// At the ear drum.
    case earDrum = 9
    /// At the temporal artery.
    case temporalArtery = 10
    /// On the forehead.
    case forehead = 11
}

/// How cardio fitness was measured.
@available(iOS 11.0, *)
public enum HKVO2MaxTestType: Int, Sendable {
    /// At the limit of the person.
    case maxExercise = 1
    /// Predicted from exercise below the limit.
    case predictionSubMaxExercise = 2
    /// Predicted without exercise.
    case predictionNonExercise = 3
}

/// Where a heart rate was measured.
public enum HKHeartRateSensorLocation: Int, Sendable {
    /// Elsewhere.
    case other = 0
    /// On the chest.
    case chest = 1
    /// On the wrist.
    case wrist = 2
    /// On a finger.
    case finger = 3
    /// On the hand.
    case hand = 4
    /// On an ear lobe.
    case earLobe = 5
    /// On a foot.
    case foot = 6
}

/// What the move ring measures.
@available(iOS 14.0, *)
public enum HKActivityMoveMode: Int, Sendable {
    /// Active energy.
    case activeEnergy = 1
    /// Move minutes.
    case appleMoveTime = 2
}

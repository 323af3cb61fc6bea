// Mobility.

extension HKQuantityTypeIdentifier {
    /// Walking steadiness.
    @available(iOS 15.0, *)
    public static let appleWalkingSteadiness = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleWalkingSteadiness"
    )
    /// Running ground contact time.
    @available(iOS 16.0, *)
    public static let runningGroundContactTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime"
    )
    /// Running stride length.
    @available(iOS 16.0, *)
    public static let runningStrideLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningStrideLength"
    )
    /// Running vertical oscillation.
    @available(iOS 16.0, *)
    public static let runningVerticalOscillation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation"
    )
    /// Estimated distance of a six-minute walk test.
    @available(iOS 14.0, *)
    public static let sixMinuteWalkTestDistance = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance"
    )
    /// Stair ascent speed.
    @available(iOS 14.0, *)
    public static let stairAscentSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStairAscentSpeed"
    )
    /// Stair descent speed.
    @available(iOS 14.0, *)
    public static let stairDescentSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStairDescentSpeed"
    )
    /// Share of steps with an uneven gait.
    @available(iOS 14.0, *)
    public static let walkingAsymmetryPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage"
    )
    /// Share of walking time with both feet on the ground.
    @available(iOS 14.0, *)
    public static let walkingDoubleSupportPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage"
    )
    /// Walking speed.
    @available(iOS 14.0, *)
    public static let walkingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingSpeed"
    )
    /// Walking step length.
    @available(iOS 14.0, *)
    public static let walkingStepLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingStepLength"
    )
}

/// A scored assessment type identifier.
public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The GAD-7 questionnaire on anxiety.
    @available(iOS 18.0, *)
    public static let GAD7 = HKScoredAssessmentTypeIdentifier(
        rawValue: "HKScoredAssessmentTypeIdentifierGAD7"
    )
    /// The PHQ-9 questionnaire on depression.
    @available(iOS 18.0, *)
    public static let PHQ9 = HKScoredAssessmentTypeIdentifier(
        rawValue: "HKScoredAssessmentTypeIdentifierPHQ9"
    )
}

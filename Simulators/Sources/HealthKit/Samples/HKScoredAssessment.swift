package import Foundation

/// A questionnaire with a score.
@available(iOS 18.0, *)
open class HKScoredAssessment: HKSample, @unchecked Sendable {
    /// The sum of the answers.
    public let score: Int

    package init(
        _ record: HKObjectRecord,
        type: HKScoredAssessmentTypeIdentifier,
        date: Date,
        score: Int
    ) {
        self.score = score
        super.init(record, type: HKScoredAssessmentType(type), start: date, end: date)
    }
}

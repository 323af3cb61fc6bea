public import Foundation

/// The PHQ-9 questionnaire on depression.
@available(iOS 18.0, *)
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// How often a problem occurred in the last two weeks.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0
        /// On several days.
        case severalDays = 1
        /// On more than half of the days.
        case moreThanHalfTheDays = 2
        /// Nearly every day.
        case nearlyEveryDay = 3
        /// No answer; it adds nothing to the score (unverified).
        case preferNotToAnswer = 4
    }

    /// A range of scores.
    public enum Risk: Int, Sendable {
        /// None to minimal.
        case noneToMinimal = 1
        /// Mild.
        case mild = 2
        /// Moderate.
        case moderate = 3
        /// Moderately severe.
        case moderatelySevere = 4
        /// Severe.
        case severe = 5
    }

    /// The answers, 9 of them.
    public let answers: [Answer]

    package init(_ record: HKObjectRecord, date: Date, answers: [Answer]) {
        precondition(answers.count == 9, "A PHQ-9 assessment has nine answers.")
        self.answers = answers
        super.init(
            record,
            type: .PHQ9,
            date: date,
            score: answers.reduce(0) { $0 + ($1 == .preferNotToAnswer ? 0 : $1.rawValue) }
        )
    }

    /// An assessment created by the app.
    public convenience init(date: Date, answers: [Answer], metadata: [String: Any]?) {
        let record = HKObjectRecord(made: "HKPHQ9Assessment", device: nil, metadata: metadata)
        self.init(record, date: date, answers: answers)
    }

    /// The range of the score, by the usual bounds.
    ///
    /// (unverified): Apple's bounds are not documented.
    public var risk: Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        case ..<20: .moderatelySevere
        default: .severe
        }
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKPHQ9Assessment(record, date: startDate, answers: answers)
    }
}

public import Foundation

/// The GAD-7 questionnaire on anxiety.
@available(iOS 18.0, *)
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
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
    }

    /// A range of scores.
    public enum Risk: Int, Sendable {
        /// None to minimal.
        case noneToMinimal = 1
        /// Mild.
        case mild = 2
        /// Moderate.
        case moderate = 3
        /// Severe.
        case severe = 4
    }

    /// The answers, 7 of them.
    public let answers: [Answer]

    package init(_ record: HKObjectRecord, date: Date, answers: [Answer]) {
        precondition(answers.count == 7, "A GAD-7 assessment has seven answers.")
        self.answers = answers
        super.init(
            record,
            type: .GAD7,
            date: date,
            score: answers.reduce(0) { $0 + $1.rawValue }
        )
    }

    /// An assessment created by the app.
    public convenience init(date: Date, answers: [Answer], metadata: [String: Any]?) {
        let record = HKObjectRecord(made: "HKGAD7Assessment", device: nil, metadata: metadata)
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
        default: .severe
        }
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKGAD7Assessment(record, date: startDate, answers: answers)
    }
}

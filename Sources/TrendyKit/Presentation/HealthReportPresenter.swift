package import TrendyHealth
import TrendyLocalization
import TrendyModel

extension HealthReport.Finding {
    /// The localized problem.
    package var finding: String {
        switch self {
        case .failed(let category, let reason):
            Strings.Capture.unreadable([
                "name": category.text, "reason": FailureReasonPresenter.text(for: reason),
            ])
        case .refused(let category, let reason):
            Strings.Capture.notWoken([
                "name": category.text, "reason": FailureReasonPresenter.text(for: reason),
            ])
        case .overdue(let category, let time):
            Strings.Capture.overdue([
                "name": category.text, "span": Strings.Time.duration(time),
            ])
        }
    }

    /// The localized remedy.
    package var remedy: String {
        switch self {
        case .failed: Strings.Capture.unlock()
        case .refused, .overdue: Strings.Capture.openToRead()
        }
    }
}

extension HealthReport.Line: Encodable {
    private enum CodingKeys: CodingKey {
        case category, isEnabled, notifies, eventTypeID, newestAt, changedAt, importedDays
        case daysToImport, importEndsAt, readableFrom, rejections, refusal, failure, failedAt
    }

    /// Encodes the line with localized texts for the refusal and the failure.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(category, forKey: .category)
        try container.encode(isEnabled, forKey: .isEnabled)
        try container.encode(notifies, forKey: .notifies)
        try container.encodeIfPresent(eventTypeID, forKey: .eventTypeID)
        try container.encodeIfPresent(newestAt, forKey: .newestAt)
        try container.encodeIfPresent(changedAt, forKey: .changedAt)
        try container.encodeIfPresent(importedDays, forKey: .importedDays)
        try container.encodeIfPresent(daysToImport, forKey: .daysToImport)
        try container.encodeIfPresent(importEndsAt, forKey: .importEndsAt)
        try container.encodeIfPresent(readableFrom, forKey: .readableFrom)
        try container.encodeIfPresent(rejections, forKey: .rejections)
        try container.encodeIfPresent(text(refusal), forKey: .refusal)
        try container.encodeIfPresent(text(failure), forKey: .failure)
        try container.encodeIfPresent(failedAt, forKey: .failedAt)
    }

    private func text(_ reason: FailureReason?) -> String? {
        reason.map { FailureReasonPresenter.text(for: $0) }
    }
}

import TrendyHealth
import TrendyKit
import TrendyModel

/// An explanation of a day, as `--json` prints it.
struct ExplanationOutput: Encodable {
    struct Result: Encodable {
        let id: String
        let timestamp: String
        let value: Double?
        let samples: Int64?
        let newest: String?
        let updatedAt: String
        /// `this` or `another` device; `person` for a manual entry.
        let computedBy: String
    }

    struct Source: Encodable {
        let name: String?
        let rank: Int
        let samples: Int
        let alone: Double?
        let counted: Double?
        let coveredMinutes: Double
        let overlappedMinutes: Double
        let newest: String
    }

    let metric: String
    let day: String
    let unit: String?
    let aggregation: String
    let results: [Result]
    /// Missing when no samples are at hand.
    let sources: [Source]?
    /// What the samples give now.
    let computed: Double?
    let rejections: [String: Int]
    let changedAt: String?
    let failure: String?
    let daysToImport: Int

    init(_ explanation: ExplainHealthDay.Explanation) {
        let metric = explanation.metric
        func value(_ properties: PropertyBag?) -> Double? {
            metric.valueProperty.flatMap { properties?.number($0) }
        }
        self.metric = metric.rawValue
        day = explanation.day.description
        unit = metric.unit?.rawValue
        aggregation = metric.aggregation.rawValue
        results = explanation.stored.map { result in
            Result(
                id: result.id.description,
                timestamp: result.event.timestamp.rfc3339,
                value: value(result.event.properties),
                samples: result.event.evidence?.sampleCount,
                newest: result.event.evidence?.newest.rfc3339,
                updatedAt: result.updatedAt.rfc3339,
                computedBy: result.computedBy
            )
        }
        sources = explanation.samples.map { $0.sources.map(Source.init) }
        computed = value(explanation.samples?.properties)
        rejections = explanation.rejections
        changedAt = explanation.changedAt?.rfc3339
        failure = explanation.failure.map { FailureReasonPresenter.text(for: $0) }
        daysToImport = explanation.daysToImport
    }
}

extension ExplanationOutput.Source {
    init(_ source: HealthExplanation.Source) {
        name = source.name
        rank = source.rank
        samples = source.samples
        alone = source.alone
        counted = source.counted
        coveredMinutes = Double(source.covered.wholeMilliseconds) / 60_000
        overlappedMinutes = Double(source.overlapped.wholeMilliseconds) / 60_000
        newest = source.newest.rfc3339
    }
}

extension ExplainHealthDay.StoredResult {
    /// Who made the event's content: `this` or `another` device, or the `person`.
    var computedBy: String {
        if event.sourceType == .manual { return "person" }
        return isOwn ? "this" : "another"
    }
}

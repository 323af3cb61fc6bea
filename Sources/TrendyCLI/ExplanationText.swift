import TrendyHealth
import TrendyKit
import TrendyModel

/// An explanation of a day for people.
struct ExplanationText {
    private let explanation: ExplainHealthDay.Explanation
    private let formats: DisplayFormatter
    private let times = LocalTime()

    init(_ explanation: ExplainHealthDay.Explanation, formats: DisplayFormatter) {
        self.explanation = explanation
        self.formats = formats
    }

    /// The parts, separated by empty lines.
    var text: DisplayText {
        let parts = [results, sources] + notes
        return DisplayText(
            rendered: parts.map(\.rendered).filter { !$0.isEmpty }.joined(separator: "\n\n")
        )
    }

    private var results: DisplayText {
        let title = "\(explanation.metric.text) on \(LocalTime.text(explanation.day))"
        guard !explanation.stored.isEmpty else {
            return "\(title): nothing is stored."
        }
        let events = EventFormatter(formats: formats)
        let lines = explanation.stored.map { result -> DisplayText in
            let value = events.measured(result.event) ?? "an event"
            let by =
                switch result.computedBy {
                case "person": "entered by you"
                case "this": "computed by this device"
                default: "computed by another device"
                }
            let evidence = result.event.evidence.map { evidence in
                ", from \(plural(Int(evidence.sampleCount), "sample")) until "
                    + times.text(evidence.newest)
            }
            return "  \(value): \(by) on \(times.text(result.updatedAt))\(evidence ?? "")."
        }
        return DisplayText(lines: ["\(title):"] + lines)
    }

    private var sources: DisplayText {
        guard let samples = explanation.samples else {
            return
                "This device has no samples of that day, so it cannot show what each source says. 'trendy import export.zip --keep-samples' keeps them."
        }
        guard !samples.sources.isEmpty else {
            return "The archive has no samples of that day."
        }
        let isSum = explanation.metric.aggregation == .cumulative
        var table = Table(
            isSum
                ? [
                    "Priority", "Source", .right("Samples"), .right("Alone"), .right("Counted"),
                    .right("Covers"), .right("Overlapped"),
                ]
                : [
                    "Priority", "Source", .right("Samples"), .right("Mean"), .right("Covers"),
                    .right("Overlapped"),
                ]
        )
        for source in samples.sources {
            var row = [
                "\(source.rank)", source.name ?? "Entered by you", "\(source.samples)",
                amount(source.alone),
            ]
            if isSum { row.append(amount(source.counted)) }
            row += [minutes(source.covered), minutes(source.overlapped)]
            table.add(row)
        }
        return table.text(width: Stream.columns)
    }

    private var notes: [DisplayText] {
        var notes: [DisplayText] = []
        if let samples = explanation.samples, explanation.metric.aggregation == .cumulative,
            let stored = explanation.stored.first.flatMap({ value($0.event.properties) }),
            let computed = samples.properties.flatMap({ value($0) })
        {
            notes.append(
                abs(stored - computed) < 0.01
                    ? "The samples give the stored number."
                    : "The samples give \(amount(computed)) now, and \(amount(stored)) is stored: the samples at hand are not those it was computed from."
            )
        }
        for (reason, count) in explanation.rejections.sorted(by: { $0.key < $1.key }) {
            notes.append("Rejected samples of any day: \(count), because of: \(reason).")
        }
        if explanation.daysToImport > 0 {
            notes.append("The first import still has \(explanation.daysToImport) days to compute.")
        }
        if let from = explanation.readableFrom {
            notes.append("Samples before \(times.text(from)) cannot be read.")
        }
        if let failure = explanation.failure {
            notes.append("The last capture failed: \(FailureReasonPresenter.text(for: failure))")
        }
        return notes
    }

    private func value(_ properties: PropertyBag) -> Double? {
        explanation.metric.valueProperty.flatMap { properties.number($0) }
    }

    private func amount(_ value: Double?) -> String {
        guard let value else { return "–" }
        let unit = explanation.metric.unit.map { $0 == .count ? "" : " \($0.rawValue)" } ?? ""
        return formats.number(value, places: abs(value) < 100 ? 1 : 0) + unit
    }

    private func minutes(_ duration: Duration) -> String {
        formats.span(seconds: Double(duration.wholeMilliseconds) / 1000)
    }
}

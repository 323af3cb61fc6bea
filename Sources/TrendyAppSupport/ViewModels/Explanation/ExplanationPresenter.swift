import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The words for an explanation of a day.
struct ExplanationPresenter {
    typealias Text = Strings.WebExplanation

    let explanation: ExplainHealthDay.Explanation
    /// Whether the store is a server's copy, which reads no samples.
    let isReplica: Bool
    let now: Instant
    let formats: DisplayFormatter

    private var metric: HealthMetric { explanation.metric }
    private var isSum: Bool { metric.aggregation == .cumulative }
    private var today: CalendarDay { formats.zones().day(containing: now) }

    /// Whether this device has ever read samples of the metric.
    private var isReadHere: Bool {
        explanation.newest != nil || explanation.changedAt != nil || explanation.failure != nil
            || explanation.stored.contains { $0.isOwn && $0.event.sourceType != .manual }
    }

    /// The explanation in words.
    var text: DayExplanation {
        var text = DayExplanation()
        text.results = explanation.stored.map(result)
        text.value = text.results.count == 1 ? text.results[0].value : nil
        text.sources = sources
        text.merging = merging
        if let (agreement, agrees) = agreement {
            (text.agreement, text.agrees) = (agreement, agrees)
        }
        text.facts = facts
        text.missing = missing
        text.unknown = unknown
        return text
    }

    // MARK: Results

    private func result(_ stored: ExplainHealthDay.StoredResult) -> DayExplanation.Result {
        let values: KeyValuePairs = ["time": time(stored.updatedAt)]
        let origin =
            if stored.event.sourceType == .manual {
                Text.enteredByYou(values)
            } else if isReplica {
                Text.computedByADevice(values)
            } else if stored.isOwn {
                Text.computedHere(values)
            } else {
                Text.computedElsewhere(values)
            }
        let evidence = stored.event.evidence.map { evidence in
            Text.evidence(Int(evidence.sampleCount), ["time": time(evidence.newest)])
        }
        return DayExplanation.Result(
            id: stored.id.description,
            value: EventFormatter(formats: formats).measured(stored.event) ?? Text.anEntry(),
            origin: origin,
            evidence: evidence
        )
    }

    // MARK: Sources

    /// The colours of the parts, which repeat after the last.
    private static let colors = ["#2F6FB5", "#D9822B", "#5C8A2E", "#C2185B", "#5B5EA6", "#6B7280"]

    private var sources: [DayExplanation.Source] {
        let sources = explanation.samples?.sources ?? []
        let counted = sources.map { isSum ? max(0, $0.counted ?? 0) : 0 }
        let total = counted.reduce(0, +)
        var sum = 0.0
        return zip(sources, counted).enumerated().map { index, entry in
            let start = sum
            sum += entry.1
            let part = total > 0 && entry.1 > 0 ? start / total...sum / total : nil
            return source(entry.0, part, Self.colors[index % Self.colors.count])
        }
    }

    private func source(
        _ source: HealthExplanation.Source,
        _ part: ClosedRange<Double>?,
        _ color: String
    ) -> DayExplanation.Source {
        DayExplanation.Source(
            id: source.rank,
            name: source.name ?? Strings.Timeline.fromPerson(),
            samples: formats.number(Double(source.samples)),
            alone: amount(source.alone),
            counted: isSum ? amount(source.counted) : nil,
            // Readings of an instant cover no time.
            covered: source.covered > .zero ? formats.span(source.covered) : Text.noAmount(),
            overlapped: source.overlapped > .zero ? formats.span(source.overlapped) : Text.none(),
            newest: time(source.newest),
            part: part,
            color: color
        )
    }

    private var merging: String? {
        guard let sources = explanation.samples?.sources, !sources.isEmpty else { return nil }
        guard sources.count > 1 else { return Text.oneSource() }
        return isSum ? Text.mergedByPriority() : Text.ordered()
    }

    private var agreement: (text: String, agrees: Bool)? {
        guard isSum, explanation.stored.count == 1,
            let stored = value(explanation.stored[0].event.properties),
            let computed = explanation.samples?.properties.flatMap(value)
        else { return nil }
        if abs(stored - computed) < 0.01 { return (Text.agrees(), true) }
        let values: KeyValuePairs = [
            "computed": amount(computed), "stored": amount(stored), "time": time(bounds.lowerBound),
        ]
        let isSameDay = bounds == formats.zones().interval(of: explanation.day)
        return (isSameDay ? Text.differs(values) : Text.otherBounds(values), false)
    }

    /// The bounds of the day as the stored result was computed: another device may have been in
    /// another time zone.
    private var bounds: Range<Instant> {
        let interval = formats.zones().interval(of: explanation.day)
        guard let event = explanation.stored.first?.event, event.isAllDay, let end = event.endDate,
            event.timestamp < end
        else { return interval }
        return event.timestamp..<end
    }

    // MARK: Facts

    private var facts: [DayExplanation.Fact] {
        var facts: [DayExplanation.Fact] = []
        func add(_ name: LocalizedText, _ instant: Instant?) {
            guard let instant else { return }
            facts.append(DayExplanation.Fact(id: name(), text: time(instant)))
        }
        add(Text.newestOfDay, explanation.stored.compactMap(\.event.evidence?.newest).max())
        add(Text.computedAt, explanation.stored.map(\.updatedAt).max())
        add(Text.newestRead, explanation.newest)
        add(Text.lastReading, explanation.changedAt)
        if isReadHere {
            facts.append(
                DayExplanation.Fact(
                    id: Text.rejected(),
                    text: explanation.rejections.isEmpty
                        ? Text.noneRejected()
                        : HealthReport.text(ofRejections: explanation.rejections)
                )
            )
        }
        return facts
    }

    // MARK: What is missing

    private var missing: [String] {
        var missing: [String] = []
        if explanation.stored.isEmpty { missing.append(Text.nothingStored()) }
        let gaps = gaps
        if !gaps.isEmpty {
            missing.append(Text.gaps(["hours": gaps.joined(separator: ", ")]))
        }
        if explanation.daysToImport > 0 { missing.append(Text.importing(explanation.daysToImport)) }
        let interval = formats.zones().interval(of: explanation.day)
        if let from = explanation.readableFrom, from > interval.lowerBound {
            missing.append(Text.notReadable(["time": time(from)]))
        }
        if let failure = explanation.failure {
            missing.append(
                Text.readingFailed(["reason": FailureReasonPresenter.text(for: failure)])
            )
        }
        if explanation.day == today, !explanation.stored.isEmpty {
            missing.append(Text.dayGoesOn())
        }
        return missing
    }

    /// The hours of the day until now for which the stored result has no value, as `00:00–06:00`.
    private var gaps: [String] {
        guard explanation.stored.count == 1,
            let hours = explanation.stored[0].event.hoursWithData
        else { return [] }
        let interval = bounds
        var gaps: [Range<Instant>] = []
        for (index, hasData) in hours.enumerated() where !hasData {
            let start = interval.lowerBound + .seconds(3600 * index)
            let end = min(start + .seconds(3600), interval.upperBound)
            guard end <= now, start < end else { continue }
            if let last = gaps.last, last.upperBound == start {
                gaps[gaps.count - 1] = last.lowerBound..<end
            } else {
                gaps.append(start..<end)
            }
        }
        return gaps.map { gap in
            Strings.Time.span([
                "start": formats.time(gap.lowerBound), "end": formats.time(gap.upperBound),
            ])
        }
    }

    private var unknown: [String] {
        var unknown: [String] = []
        if !metric.isComputedFromSamples {
            unknown.append(Text.takenAsAWhole(["metric": metric.text]))
        } else if explanation.samples == nil {
            unknown.append(isReplica ? Text.noSamplesOnServer() : Text.noSamplesHere())
        } else if explanation.samples?.sources.isEmpty == true {
            unknown.append(Text.noSamplesOfDay())
        }
        if !isReadHere {
            unknown.append(isReplica ? Text.serverReadsNothing() : Text.notReadHere())
        }
        if explanation.stored.contains(where: { !$0.isOwn && $0.event.sourceType != .manual }) {
            unknown.append(Text.deviceNotRecorded())
        }
        return unknown
    }

    // MARK: Values

    private func value(_ properties: PropertyBag) -> Double? {
        metric.valueProperty.flatMap { properties.number($0) }
    }

    private func amount(_ value: Double?) -> String {
        value.map { EventFormatter(formats: formats).text(of: $0, metric) } ?? Text.noAmount()
    }

    private func time(_ instant: Instant) -> String {
        formats.timeAndDay(instant, today: today)
    }
}

extension Event {
    /// Whether each hour of the event's day has a value; `nil` when hours are not stored.
    ///
    /// An hour whose sum is 0 has none: hours without samples are stored as a sum of 0.
    fileprivate var hoursWithData: [Bool]? {
        if let sums = hourlySums { return sums.map { ($0 ?? 0) != 0 } }
        guard case .series(let averages) = properties["hourly_average"] else { return nil }
        return averages.map { $0 != nil }
    }
}

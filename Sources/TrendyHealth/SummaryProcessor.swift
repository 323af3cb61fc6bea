import TrendyModel

/// Creates one event for each dated summary.
///
/// The natural key of a summary contains its key; summaries with the same second and key are numbered.
struct SummaryProcessor {
    let category: String

    func process(
        _ summaries: [SummarySample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var numbers: [String: Int] = [:]
        var seen: Set<SeenSummary> = []
        let sorted = summaries.sorted {
            ($0.start, $0.key, $0.properties.json.description) < (
                $1.start, $1.key, $1.properties.json.description
            )
        }
        return sorted.compactMap { summary in
            if let day = summary.day { return result(summary, on: day, context) }
            // Two sources that recorded the same summary are one event.
            guard context.index(of: summary.start) != nil,
                seen.insert(SeenSummary(summary)).inserted
            else { return nil }
            var key = "\(summary.start.seconds)"
            if !summary.key.isEmpty { key += "/\(summary.key)" }
            numbers[key, default: 0] += 1
            if let number = numbers[key], number > 1 { key += "/\(number)" }
            return ProcessedHealthData(
                category: category,
                key: key,
                day: context.zones.day(containing: summary.start),
                start: summary.start,
                end: summary.end,
                properties: summary.properties,
                evidence: Evidence(sampleCount: 1, newest: summary.end ?? summary.start)
            )
        }
    }

    private struct SeenSummary: Hashable {
        let start: Instant
        let key: String
        let properties: PropertyBag

        init(_ summary: SummarySample) {
            start = summary.start
            key = summary.key
            properties = summary.properties
        }
    }

    /// The result of a summary of a whole day.
    private func result(
        _ summary: SummarySample,
        on day: CalendarDay,
        _ context: ProcessingContext
    ) -> ProcessedHealthData? {
        guard let index = (0..<context.days.count).first(where: { context.days.day(at: $0) == day })
        else { return nil }
        return ProcessedHealthData.day(
            index,
            of: context,
            category: category,
            properties: summary.properties,
            sampleCount: 1,
            newest: context.days.starts[index + 1]
        )
    }
}

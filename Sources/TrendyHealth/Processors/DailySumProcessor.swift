import TrendyModel

/// Steps and active energy: one merged sum for each day that has any sample.
struct DailySumProcessor {
    let category: HealthCategory
    /// The property that holds the sum.
    let property: String

    static let steps = DailySumProcessor(category: .steps, property: "count")
    static let activeEnergy = DailySumProcessor(
        category: .activeEnergy,
        property: "kilocalories"
    )

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let days = context.days
        let totals = SourceMerging.dailyTotals(samples, priority: context.priority, days: days)
        var counts = [Int64](repeating: 0, count: days.count)
        var newest = [Instant](repeating: Instant(milliseconds: 0), count: days.count)
        for sample in samples {
            guard sample.end >= days.starts[0], sample.start < days.end else { continue }
            let first = days.index(of: sample.start)
            // A sample that ends at midnight has nothing in the next day.
            let end = max(sample.start, sample.end - .milliseconds(1))
            for day in first...max(first, days.index(of: end)) {
                counts[day] += 1
                newest[day] = max(newest[day], sample.end)
            }
        }
        return (0..<days.count).compactMap { index in
            guard counts[index] > 0 else { return nil }
            var properties = PropertyBag()
            properties[property] = .number(rounded(totals[index]))
            return ProcessedHealthData.day(
                index,
                of: context,
                category: category,
                properties: properties,
                evidence: Evidence(sampleCount: counts[index], newest: newest[index])
            )
        }
    }
}

extension ProcessedHealthData {
    /// The result of a whole day.
    static func day(
        _ index: Int,
        of context: ProcessingContext,
        category: HealthCategory,
        properties: PropertyBag,
        evidence: Evidence
    ) -> ProcessedHealthData {
        let day = context.days.day(at: index)
        return ProcessedHealthData(
            category: category,
            key: day.description,
            day: day,
            start: context.days.starts[index],
            end: context.days.starts[index + 1],
            isAllDay: true,
            properties: properties,
            evidence: evidence
        )
    }
}

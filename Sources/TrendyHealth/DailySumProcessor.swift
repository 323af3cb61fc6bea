import TrendyModel

/// Computes the daily sum of a quantity that several sources measure: one merged sum for each day
/// that has a sample, and a sum for each hour of the day.
struct DailySumProcessor {
    let category: String
    /// The property that holds the sum.
    let property: String
    /// Whether results have a sum for each hour.
    var hasHours = true

    static func processing(
        of category: String,
        property: String,
        hasHours: Bool = true
    ) -> HealthMetric.Processing {
        .samples {
            Self(category: category, property: property, hasHours: hasHours).process($0, $1)
        }
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let days = context.days
        let hours = HourTable(days)
        let sums = SourceMerging.hourlyTotals(samples, priority: context.priority, hours: hours)
        var counts = [Int64](repeating: 0, count: days.count)
        var newest = [Instant](repeating: Instant(milliseconds: 0), count: days.count)
        for sample in samples {
            guard sample.end >= days.starts[0], sample.start < days.end else { continue }
            let first = days.index(of: sample.start)
            // A sample that ends at midnight contributes nothing to the next day.
            let end = max(sample.start, sample.end - .milliseconds(1))
            for day in first...max(first, days.index(of: end)) {
                counts[day] += 1
                newest[day] = max(newest[day], sample.end)
            }
        }
        return (0..<days.count).compactMap { index in
            guard counts[index] > 0 else { return nil }
            let ofHours = sums[hours.hours(ofDay: index)]
            var properties = PropertyBag()
            properties[property] = .number(rounded(ofHours.reduce(0, +)))
            if hasHours { properties["hourly"] = .series(ofHours.map { rounded($0) }) }
            return ProcessedHealthData.day(
                index,
                of: context,
                category: category,
                properties: properties,
                sampleCount: counts[index],
                newest: newest[index]
            )
        }
    }
}

extension ProcessedHealthData {
    /// The result for a whole day.
    static func day(
        _ index: Int,
        of context: ProcessingContext,
        category: String,
        properties: PropertyBag,
        sampleCount: Int64,
        newest: Instant
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
            evidence: Evidence(
                sampleCount: sampleCount,
                deletedCount: Int64(context.deletions[day] ?? 0),
                newest: newest
            )
        )
    }
}

import TrendyModel

/// Finds the last value of each day.
struct LatestProcessor {
    let category: String

    static func processing(of category: String) -> HealthMetric.Processing {
        .samples { Self(category: category).process($0, $1) }
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var days = [[HealthSample]](repeating: [], count: context.days.count)
        for sample in samples {
            if let index = context.index(of: sample.start) { days[index].append(sample) }
        }
        return days.indices.compactMap { index in
            // Samples are sorted, so the last of several at one time is always the same.
            guard let last = days[index].max(by: { $0.end < $1.end }) else { return nil }
            var properties = PropertyBag()
            properties["last"] = .number(rounded(last.value))
            properties["readings"] = .number(JSONNumber(Int64(days[index].count)))
            return ProcessedHealthData.day(
                index,
                of: context,
                category: category,
                properties: properties,
                sampleCount: Int64(days[index].count),
                newest: last.end
            )
        }
    }
}

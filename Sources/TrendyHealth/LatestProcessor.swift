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
            // Several samples with the same end have an order of their own, so that HealthKit and an
            // export give the same value: the later start counts, then the larger value.
            let last = days[index].max {
                ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value)
            }
            guard let last else { return nil }
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

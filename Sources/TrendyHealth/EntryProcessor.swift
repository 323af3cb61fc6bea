import TrendyModel

/// Creates one event for each entry that a person types or a scale measures.
///
/// Equal entries in the same second are numbered.
struct EntryProcessor {
    let category: String
    /// The property that holds the amount.
    let property: String

    static func processing(of category: String, property: String) -> HealthMetric.Processing {
        .samples { Self(category: category, property: property).process($0, $1) }
    }

    private struct Key: Hashable {
        let second: Instant
        let amount: JSONNumber
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var numbers: [Key: Int] = [:]
        return samples.compactMap { sample in
            guard context.index(of: sample.start) != nil else { return nil }
            let key = Key(second: sample.start.wholeSecond, amount: rounded(sample.value))
            numbers[key, default: 0] += 1
            var properties = PropertyBag()
            properties[property] = .number(key.amount)
            return ProcessedHealthData(
                category: category,
                key: "\(key.second.seconds)/\(key.amount)/\(numbers[key] ?? 1)",
                day: context.zones.day(containing: key.second),
                start: key.second,
                properties: properties,
                evidence: Evidence(CollectionOfOne(sample))
            )
        }
    }
}

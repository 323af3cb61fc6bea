import TrendyModel

/// Water and body mass: one event for each entry; equal ones in the same second are numbered.
struct EntryProcessor {
    let category: HealthCategory
    /// The property that holds the amount.
    let property: String

    static let water = EntryProcessor(category: .water, property: "milliliters")
    static let bodyMass = EntryProcessor(category: .bodyMass, property: "kilograms")

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

import TrendyModel

/// Counts the samples of a category type for each day, in total and by value.
struct CategoryProcessor {
    let category: String
    let aggregation: HealthAggregation
    let values: HealthValueSet

    static func processing(
        of category: String,
        _ aggregation: HealthAggregation,
        values: HealthValueSet
    ) -> HealthMetric.Processing {
        .samples {
            Self(category: category, aggregation: aggregation, values: values).process($0, $1)
        }
    }

    /// The raw value of a severity that says that the symptom is not present
    /// (`HKCategoryValueSeverityNotPresent`).
    private static let notPresent = 1

    private struct Day {
        var samples: [HealthSample] = []
        var newest = Instant(milliseconds: 0)
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var days = [Day](repeating: Day(), count: context.days.count)
        for sample in samples {
            for index in indices(of: sample, context) {
                days[index].samples.append(sample)
                days[index].newest = max(days[index].newest, sample.end)
            }
        }
        return days.indices.compactMap { index in
            let day = days[index]
            guard !day.samples.isEmpty else { return nil }
            let bounds = context.days.starts[index]..<context.days.starts[index + 1]
            return ProcessedHealthData.day(
                index,
                of: context,
                category: category,
                properties: properties(day.samples, in: bounds),
                sampleCount: Int64(day.samples.count),
                newest: day.newest
            )
        }
    }

    /// The days that a sample counts for: the one that it begins on, and for durations all that it
    /// covers.
    private func indices(of sample: HealthSample, _ context: ProcessingContext) -> Range<Int> {
        guard aggregation == .duration, sample.end > sample.start else {
            return context.index(of: sample.start).map { $0..<$0 + 1 } ?? 0..<0
        }
        let days = context.days
        guard sample.end > days.starts[0], sample.start < days.end else { return 0..<0 }
        let first = days.index(of: sample.start)
        // A sample that ends at midnight contributes nothing to the next day.
        return first..<max(first, days.index(of: sample.end - .milliseconds(1))) + 1
    }

    private func properties(_ samples: [HealthSample], in day: Range<Instant>) -> PropertyBag {
        var bag = PropertyBag()
        var counts: [Int: Int64] = [:]
        for sample in samples { counts[Int(sample.value), default: 0] += 1 }
        switch aggregation {
        case .severity:
            let present = counts.filter { $0.key != Self.notPresent }
            bag["count"] = number(present.values.reduce(0, +))
            // The raw values ascend with severity.
            if let worst = present.keys.max() { bag["severity"] = .text(values.key(of: worst)) }
            addCounts(counts, to: &bag)
        case .value:
            bag["count"] = number(Int64(samples.count))
            addCounts(counts, to: &bag)
        case .duration:
            let starting = samples.count { day.contains($0.start) }
            bag["count"] = number(Int64(starting))
            var covered = IntervalSet()
            covered.formUnion(
                samples.lazy.map { sample in
                    let start = max(sample.start, day.lowerBound).milliseconds
                    return start..<max(start, min(sample.end, day.upperBound).milliseconds)
                }
            )
            bag["duration"] = .duration(seconds: rounded(Double(covered.milliseconds) / 1000))
        default:
            bag["count"] = number(Int64(samples.count))
        }
        return bag
    }

    private func addCounts(_ counts: [Int: Int64], to bag: inout PropertyBag) {
        for (value, count) in counts {
            bag["count_\(values.key(of: value))"] = number(count)
        }
    }

    private func number(_ count: Int64) -> PropertyValue { .number(JSONNumber(count)) }
}

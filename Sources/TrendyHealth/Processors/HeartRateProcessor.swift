import TrendyModel

/// Heart rate: the lowest, the mean and the highest of a day's readings.
struct HeartRateProcessor {
    private struct Day {
        var count: Int64 = 0
        var sum = 0.0
        var minimum = Double.infinity
        var maximum = -Double.infinity
        var newest = Instant(milliseconds: 0)
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var days = [Day](repeating: Day(), count: context.days.count)
        for sample in samples {
            guard let index = context.index(of: sample.start) else { continue }
            days[index].count += 1
            days[index].sum += sample.value
            days[index].minimum = min(days[index].minimum, sample.value)
            days[index].maximum = max(days[index].maximum, sample.value)
            days[index].newest = max(days[index].newest, sample.end)
        }
        return days.indices.compactMap { index in
            let day = days[index]
            guard day.count > 0 else { return nil }
            var properties = PropertyBag()
            properties["average"] = .number(rounded(day.sum / Double(day.count), places: 10))
            properties["minimum"] = .number(rounded(day.minimum, places: 10))
            properties["maximum"] = .number(rounded(day.maximum, places: 10))
            properties["readings"] = .number(JSONNumber(day.count))
            return ProcessedHealthData.day(
                index,
                of: context,
                category: .heartRate,
                properties: properties,
                evidence: Evidence(sampleCount: day.count, newest: day.newest)
            )
        }
    }
}

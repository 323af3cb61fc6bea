import TrendyModel

/// Computes the minimum, mean, maximum and last value of readings for each day, and their range for
/// each hour of the day.
struct ReadingsProcessor {
    let category: String
    /// The kind of mean: arithmetic, temporally weighted or equivalent level.
    var mean = HealthAggregation.discrete
    /// Whether results have values for each hour.
    var hasHours = true
    /// The factor to whole numbers of the last decimal place that is kept.
    var places = 1000.0
    /// The property for the day's last reading of the metric's second type.
    var secondType: String?

    static func processing(
        of category: String,
        mean: HealthAggregation = .discrete,
        hasHours: Bool = true,
        places: Double = 1000,
        lastOfSecondType secondType: String? = nil
    ) -> HealthMetric.Processing {
        let processor = Self(
            category: category,
            mean: mean,
            hasHours: hasHours,
            places: places,
            secondType: secondType
        )
        return .samples { processor.process($0, $1) }
    }

    private struct Day {
        var all = ReadingRange()
        var newest = Instant(milliseconds: 0)
        var samples: Int64 = 0
        var last: HealthSample?
        var lastOfSecondType: HealthSample?
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let hours = HourTable(context.days)
        var days = [Day](repeating: Day(), count: context.days.count)
        var ranges = [ReadingRange](repeating: ReadingRange(), count: hours.count)
        let weights = ReadingWeights(samples, mean)
        for (position, sample) in samples.enumerated() {
            guard let index = context.index(of: sample.start) else { continue }
            days[index].samples += 1
            days[index].newest = max(days[index].newest, sample.end)
            if sample.type == 0 {
                let weight = weights.weight(at: position, until: context.days.starts[index + 1])
                days[index].all.add(sample.value, weight, mean)
                if hasHours {
                    let hour = hours.hour(at: sample.start.milliseconds).index
                    ranges[hour].add(sample.value, weight, mean)
                }
                Self.keep(sample, in: &days[index].last)
            } else {
                Self.keep(sample, in: &days[index].lastOfSecondType)
            }
        }
        return days.indices.compactMap { index in
            let day = days[index]
            guard day.samples > 0 else { return nil }
            return ProcessedHealthData.day(
                index,
                of: context,
                category: category,
                properties: properties(day, ranges[hours.hours(ofDay: index)]),
                sampleCount: day.samples,
                newest: day.newest
            )
        }
    }

    private static func keep(_ sample: HealthSample, in last: inout HealthSample?) {
        if last.map({ $0.end <= sample.end }) ?? true { last = sample }
    }

    private func properties(_ day: Day, _ hours: ArraySlice<ReadingRange>) -> PropertyBag {
        var bag = PropertyBag()
        if let average = day.all.mean(mean), let last = day.last {
            bag["average"] = .number(rounded(average, places: places))
            bag["minimum"] = .number(rounded(day.all.minimum, places: places))
            bag["maximum"] = .number(rounded(day.all.maximum, places: places))
            bag["last"] = .number(rounded(last.value, places: places))
            bag["readings"] = .number(JSONNumber(day.all.count))
            if hasHours {
                bag["hourly_average"] = series(hours) { $0.mean(mean) }
                bag["hourly_minimum"] = series(hours) { $0.minimum }
                bag["hourly_maximum"] = series(hours) { $0.maximum }
            }
        }
        if let secondType, let last = day.lastOfSecondType {
            bag[secondType] = .number(rounded(last.value, places: places))
        }
        return bag
    }

    private func series(
        _ hours: ArraySlice<ReadingRange>,
        _ value: (ReadingRange) -> Double?
    ) -> PropertyValue {
        .series(
            hours.map { hour in
                hour.count == 0 ? nil : value(hour).map { rounded($0, places: places) }
            }
        )
    }
}

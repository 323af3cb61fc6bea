import TrendyModel

/// Computes the minimum, mean and maximum of readings for each day and each hour of the day.
struct ReadingsProcessor {
    let category: String
    /// The property for the day's last reading of the category's second type.
    let secondType: String?

    static func processing(
        of category: String,
        lastOfSecondType secondType: String? = nil
    ) -> HealthMetric.Processing {
        .samples { Self(category: category, secondType: secondType).process($0, $1) }
    }

    private struct Range {
        var count: Int64 = 0
        var sum = 0.0
        var minimum = Double.infinity
        var maximum = -Double.infinity

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            minimum = min(minimum, value)
            maximum = max(maximum, value)
        }

        var average: JSONNumber? { count == 0 ? nil : rounded(sum / Double(count), places: 10) }

        func bound(_ value: Double) -> JSONNumber? { count == 0 ? nil : rounded(value, places: 10) }
    }

    private struct Day {
        var all = Range()
        var newest = Instant(milliseconds: 0)
        var samples: Int64 = 0
        var last: HealthSample?
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let hours = HourTable(context.days)
        var days = [Day](repeating: Day(), count: context.days.count)
        var ranges = [Range](repeating: Range(), count: hours.count)
        for sample in samples {
            guard let index = context.index(of: sample.start) else { continue }
            days[index].samples += 1
            days[index].newest = max(days[index].newest, sample.end)
            if sample.type == 0 {
                days[index].all.add(sample.value)
                ranges[hours.hour(at: sample.start.milliseconds).index].add(sample.value)
            } else if days[index].last.map({ $0.end <= sample.end }) ?? true {
                days[index].last = sample
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

    private func properties(_ day: Day, _ hours: ArraySlice<Range>) -> PropertyBag {
        var bag = PropertyBag()
        if let average = day.all.average {
            bag["average"] = .number(average)
            bag["minimum"] = day.all.bound(day.all.minimum).map { .number($0) }
            bag["maximum"] = day.all.bound(day.all.maximum).map { .number($0) }
            bag["readings"] = .number(JSONNumber(day.all.count))
            bag["hourly_average"] = .series(hours.map(\.average))
            bag["hourly_minimum"] = .series(hours.map { $0.bound($0.minimum) })
            bag["hourly_maximum"] = .series(hours.map { $0.bound($0.maximum) })
        }
        if let secondType, let last = day.last {
            bag[secondType] = .number(rounded(last.value, places: 10))
        }
        return bag
    }
}

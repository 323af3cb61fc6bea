import TrendyModel

extension HealthMetric {
    /// Blood pressure, one event for each measurement of both values.
    package static let bloodPressure = HealthMetric(
        "blood_pressure",
        reading: [
            .quantity("BloodPressureSystolic", .mmHg, plausible: 0...400),
            .quantity("BloodPressureDiastolic", .mmHg, plausible: 0...300),
        ],
        as: name(of: "blood_pressure"),
        group: .heart,
        aggregation: .event,
        valueProperty: "systolic",
        icon: "heart.text.clipboard",
        processing: .samples { BloodPressureProcessor().process($0, $1) }
    )
}

/// Creates one event for each blood-pressure measurement: the two values of one source and second.
///
/// HealthKit keeps the two values in a correlation; an export lists both as records of their own,
/// so that the pair is found by its time and source. A value without its counterpart is kept alone.
struct BloodPressureProcessor {
    private struct Group: Hashable {
        let second: Instant
        let source: Int
    }

    private struct Key: Hashable {
        let second: Instant
        let values: [JSONNumber?]
    }

    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let inside = samples.filter { context.index(of: $0.start) != nil }
        let groups = Dictionary(grouping: inside) {
            Group(second: $0.start.wholeSecond, source: $0.source)
        }
        var measurements: [(key: Key, samples: [HealthSample])] = []
        for (group, samples) in groups {
            let systolic = samples.filter { $0.type == 0 }
            let diastolic = samples.filter { $0.type == 1 }
            for index in 0..<max(systolic.count, diastolic.count) {
                let pair = [systolic, diastolic].map { values in
                    index < values.count ? values[index] : nil
                }
                measurements.append(
                    (
                        Key(
                            second: group.second,
                            values: pair.map { $0.map { rounded($0.value) } }
                        ),
                        pair.compactMap(\.self)
                    )
                )
            }
        }
        // Dictionaries have no order; equal measurements of several sources are one event.
        return Dictionary(grouping: measurements, by: \.key).values.compactMap { equal in
            guard let key = equal.first?.key else { return nil }
            return result(key, equal.flatMap(\.samples), context)
        }
        .sorted { ($0.start, $0.key) < ($1.start, $1.key) }
    }

    private func result(
        _ key: Key,
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> ProcessedHealthData {
        var properties = PropertyBag()
        properties["systolic"] = key.values[0].map { .number($0) }
        properties["diastolic"] = key.values[1].map { .number($0) }
        let texts = key.values.map { $0.map { "\($0)" } ?? "" }
        return ProcessedHealthData(
            category: HealthMetric.bloodPressure.rawValue,
            key: "\(key.second.seconds)/\(texts.joined(separator: "/"))",
            day: context.zones.day(containing: key.second),
            start: key.second,
            properties: properties,
            evidence: Evidence(samples)
        )
    }
}

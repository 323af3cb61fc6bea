import TrendyModel

/// Workouts: one event for each activity and start second, whoever recorded it.
struct WorkoutProcessor {
    private struct Key: Hashable, Comparable {
        let second: Instant
        let activity: String

        static func < (left: Key, right: Key) -> Bool {
            (left.second, left.activity) < (right.second, right.activity)
        }
    }

    func process(
        _ workouts: [WorkoutSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let inside = workouts.filter { context.index(of: $0.start) != nil }
        let groups = Dictionary(grouping: inside) {
            Key(second: $0.start.wholeSecond, activity: $0.activity)
        }
        return groups.sorted { $0.key < $1.key }.map { key, group in
            let ranked = group.enumerated().sorted { left, right in
                (context.priority.rank(ofSource: left.element.source), left.offset)
                    < (context.priority.rank(ofSource: right.element.source), right.offset)
            }.map(\.element)
            let newest = ranked.reduce(key.second) { max($0, $1.end) }
            return ProcessedHealthData(
                category: .workout,
                key: "\(key.activity)/\(key.second.seconds)",
                day: context.zones.day(containing: key.second),
                start: key.second,
                end: ranked.first?.end.wholeSecond,
                timeZone: ranked.lazy.compactMap(\.timeZone).first,
                properties: properties(ranked),
                evidence: Evidence(sampleCount: Int64(ranked.count), newest: newest)
            )
        }
    }

    /// The best source's values; what it does not know is taken from the next.
    private func properties(_ ranked: [WorkoutSample]) -> PropertyBag {
        func first<Value>(_ value: (WorkoutSample) -> Value?) -> Value? {
            ranked.lazy.compactMap(value).first
        }
        var bag = PropertyBag()
        bag["activity"] = first(\.activity).map { .text($0) }
        let duration = first(\.duration) ?? ranked.first.map { $0.end - $0.start }
        bag["duration"] = duration.map {
            .duration(seconds: rounded(Double($0.wholeMilliseconds) / 1000))
        }
        bag["energy_kilocalories"] = first(\.energyKilocalories).map { .number(rounded($0)) }
        bag["distance_meters"] = first(\.distanceMeters).map { .number(rounded($0)) }
        bag["average_heart_rate"] = first(\.averageHeartRate).map {
            .number(rounded($0, places: 10))
        }
        bag["maximum_heart_rate"] = first(\.maximumHeartRate).map {
            .number(rounded($0, places: 10))
        }
        bag["indoor"] = first(\.isIndoor).map { .boolean($0) }
        let routes = Set(ranked.flatMap(\.routes)).count
        if routes > 0 { bag["routes"] = .number(JSONNumber(Int64(routes))) }
        return bag
    }
}

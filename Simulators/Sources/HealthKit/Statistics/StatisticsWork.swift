import Foundation

/// Computes statistics over the samples of a query.
struct StatisticsWork {
    let type: HKQuantityType
    let options: HKStatisticsOptions
    let measurements: [Measurement]

    init(type: HKQuantityType, options: HKStatisticsOptions, measurements: [Measurement]) {
        self.type = type
        self.measurements = measurements
        let numbers: HKStatisticsOptions = [
            .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
        ]
        self.options =
            options.isDisjoint(with: numbers)
            ? options.union(isCumulative(type) ? .cumulativeSum : .discreteAverage) : options
    }

    /// Checks that options are valid for a type; invalid options are a programmer error.
    static func check(_ options: HKStatisticsOptions, for type: HKQuantityType) {
        let wrong: HKStatisticsOptions =
            isCumulative(type) ? [.discreteAverage, .discreteMin, .discreteMax] : .cumulativeSum
        precondition(
            options.isDisjoint(with: wrong),
            "\(type.identifier) is \(isCumulative(type) ? "cumulative" : "discrete"): these "
                + "statistics options do not apply to it."
        )
    }

    /// Statistics over everything; `nil` without samples.
    func whole() -> HKStatistics? {
        guard let start = measurements.map(\.start).min(), let end = measurements.map(\.end).max()
        else { return nil }
        return statistics(
            measurements,
            merged: merged,
            from: Date(timeIntervalSinceReferenceDate: start),
            to: Date(timeIntervalSinceReferenceDate: end)
        )
    }

    /// Statistics by interval.
    ///
    /// A cumulative sample across a boundary is divided by time; a discrete one belongs to the
    /// interval of its start.
    func collection(_ grid: BucketGrid) -> HKStatisticsCollection {
        let own = divided(measurements, grid)
        let merged = divided(merged, grid)
        var filled: [Int: HKStatistics] = [:]
        for (index, measurements) in own {
            filled[index] = statistics(
                measurements,
                merged: merged[index] ?? [],
                from: grid.start(of: index),
                to: grid.start(of: index + 1)
            )
        }
        return HKStatisticsCollection(type: type, grid: grid, filled: filled)
    }

    private var merged: [Measurement] {
        isCumulative(type) || options.contains(.duration)
            ? MergedSpans.merged(measurements) : measurements
    }

    private func divided(_ measurements: [Measurement], _ grid: BucketGrid) -> [Int: [Measurement]]
    {
        var parts: [Int: [Measurement]] = [:]
        for measurement in measurements {
            let start = Date(timeIntervalSinceReferenceDate: measurement.start)
            var index = grid.index(of: start)
            guard isCumulative(type), measurement.end > measurement.start else {
                parts[index, default: []].append(measurement)
                continue
            }
            var position = measurement.start
            while position < measurement.end {
                let next = grid.start(of: index + 1).timeIntervalSinceReferenceDate
                let end = min(measurement.end, next)
                let isWhole = position == measurement.start && end == measurement.end
                parts[index, default: []]
                    .append(isWhole ? measurement : measurement.part(from: position, to: end))
                position = end
                index += 1
            }
        }
        return parts
    }

    private func statistics(
        _ own: [Measurement],
        merged: [Measurement],
        from start: Date,
        to end: Date
    ) -> HKStatistics {
        guard options.contains(.separateBySource) else {
            return HKStatistics(of: type, from: start, to: end, total: numbers(own, merged: merged))
        }
        let groups = Dictionary(grouping: own, by: \.source)
        return HKStatistics(
            of: type,
            from: start,
            to: end,
            total: numbers(own, merged: merged),
            sources: groups.keys.sorted { $0.bundleIdentifier < $1.bundleIdentifier },
            bySource: groups.mapValues { numbers($0, merged: $0) }
        )
    }

    private func numbers(_ own: [Measurement], merged: [Measurement]) -> HKStatistics.Numbers {
        var numbers = HKStatistics.Numbers()
        if options.contains(.cumulativeSum) { numbers.sum = merged.reduce(0) { $0 + $1.value } }
        if options.contains(.discreteAverage) {
            numbers.average = DiscreteAverage.average(of: own, style: type.aggregationStyle)
        }
        if options.contains(.discreteMin) { numbers.minimum = own.map(\.value).min() }
        if options.contains(.discreteMax) { numbers.maximum = own.map(\.value).max() }
        if options.contains(.mostRecent), let last = own.max(by: { $0.end < $1.end }) {
            numbers.mostRecent = last.value
            numbers.mostRecentInterval = DateInterval(
                start: Date(timeIntervalSinceReferenceDate: last.start),
                end: Date(timeIntervalSinceReferenceDate: last.end)
            )
        }
        if options.contains(.duration) {
            numbers.duration = merged.reduce(0) { $0 + $1.end - $1.start }
        }
        return numbers
    }
}

private func isCumulative(_ type: HKQuantityType) -> Bool {
    type.aggregationStyle == .cumulative
}

import TrendyModel

/// Sums a quantity that several sources measured at the same time, without double counting.
///
/// Sources are merged in the order of priority. A sample counts with the share of its time that no
/// higher-priority source covers. Overlapping samples of one source all count. A sample is split
/// over hours by time. Apple's own algorithm is not public; this interval merge reproduces the
/// totals of the Health app.
enum SourceMerging {
    /// The sum for each hour of a table.
    ///
    /// - `samples`: sorted by start; samples that extend beyond the table's days count with their
    ///   share.
    static func hourlyTotals(
        _ samples: [HealthSample],
        priority: SourcePriority,
        hours: HourTable
    ) -> [Double] {
        var groups = [[HealthSample]](repeating: [], count: priority.count + 1)
        for sample in samples { groups[priority.rank(of: sample)].append(sample) }
        var totals = [Double](repeating: 0, count: hours.count)
        var coverage = IntervalSet()
        for group in groups where !group.isEmpty {
            var cursor = 0
            for sample in group {
                add(sample, coverage: coverage, cursor: &cursor, hours: hours, to: &totals)
            }
            coverage.formUnion(group.lazy.map(\.span))
        }
        return totals
    }

    private static func add(
        _ sample: HealthSample,
        coverage: IntervalSet,
        cursor: inout Int,
        hours: HourTable,
        to totals: inout [Double]
    ) {
        let days = hours.days
        let span = sample.span
        guard !span.isEmpty else {
            let isInside = sample.start >= days.starts[0] && sample.start < days.end
            if isInside, !coverage.contains(span.lowerBound, cursor: &cursor) {
                totals[hours.hour(at: span.lowerBound).index] += sample.value
            }
            return
        }
        let rate = sample.value / Double(span.upperBound - span.lowerBound)
        coverage.forEachGap(in: span, cursor: &cursor) { gap in
            var position = max(gap.lowerBound, days.starts[0].milliseconds)
            let end = min(gap.upperBound, days.end.milliseconds)
            while position < end {
                let hour = hours.hour(at: position)
                let next = min(end, hour.end)
                guard next > position else { return }
                totals[hour.index] += rate * Double(next - position)
                position = next
            }
        }
    }
}

extension DayTable {
    var end: Instant { starts[starts.count - 1] }

    /// The days of a range.
    init(_ days: ClosedRange<CalendarDay>, in zones: ZoneHistory) {
        let start = zones.start(of: days.lowerBound)
        let end = zones.start(of: days.upperBound.advanced(by: 1))
        self.init(covering: start...max(start, end - .milliseconds(1)), in: zones)
    }
}

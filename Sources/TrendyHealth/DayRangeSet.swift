import TrendyModel

/// A set of local days, stored as sorted, disjoint ranges of consecutive days.
struct DayRangeSet: Equatable {
    private(set) var runs: [ClosedRange<CalendarDay>] = []

    init(_ runs: [ClosedRange<CalendarDay>] = []) {
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The number of days.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    mutating func formUnion(_ others: DayRangeSet) {
        self = DayRangeSet(runs + others.runs)
    }

    /// Removes and returns the first consecutive days, at most `count`; `nil` when the set is
    /// empty.
    mutating func removeFirst(_ count: Int) -> ClosedRange<CalendarDay>? {
        guard let run = runs.first else { return nil }
        let last = min(run.upperBound, run.lowerBound.advanced(by: count - 1))
        runs.removeFirst()
        if last < run.upperBound { runs.insert(last.advanced(by: 1)...run.upperBound, at: 0) }
        return run.lowerBound...last
    }

    /// Removes and returns the last consecutive days, at most `count`; `nil` when the set is empty.
    mutating func removeLast(_ count: Int) -> ClosedRange<CalendarDay>? {
        guard let run = runs.popLast() else { return nil }
        let first = max(run.lowerBound, run.upperBound.advanced(by: 1 - count))
        if first > run.lowerBound { runs.append(run.lowerBound...first.advanced(by: -1)) }
        return first...run.upperBound
    }

    private mutating func append(_ run: ClosedRange<CalendarDay>) {
        if let last = runs.last, run.lowerBound <= last.upperBound.advanced(by: 1) {
            runs[runs.count - 1] = last.lowerBound...max(run.upperBound, last.upperBound)
        } else {
            runs.append(run)
        }
    }
}

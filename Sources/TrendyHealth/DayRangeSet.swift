import TrendyModel

/// Local days as runs of neighbours, in order and apart from each other.
struct DayRangeSet: Equatable {
    private(set) var runs: [ClosedRange<CalendarDay>] = []

    init(_ runs: [ClosedRange<CalendarDay>] = []) {
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
    }

    var isEmpty: Bool { runs.isEmpty }

    /// How many days there are.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Adds others.
    mutating func formUnion(_ others: DayRangeSet) {
        self = DayRangeSet(runs + others.runs)
    }

    /// Takes out the first neighbours, so many at most; `nil` when there are none.
    mutating func removeFirst(_ count: Int) -> ClosedRange<CalendarDay>? {
        guard let run = runs.first else { return nil }
        let last = min(run.upperBound, run.lowerBound.advanced(by: count - 1))
        runs.removeFirst()
        if last < run.upperBound { runs.insert(last.advanced(by: 1)...run.upperBound, at: 0) }
        return run.lowerBound...last
    }

    /// Takes out the last neighbours, so many at most; `nil` when there are none.
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

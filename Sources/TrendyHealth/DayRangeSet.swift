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

    /// Removes and returns the first days, at most `count`, within a span of at most `span` days;
    /// `nil` when the set is empty.
    ///
    /// Unlike ``removeFirst(_:)``, it returns several ranges when the days are not consecutive.
    mutating func removeFirst(_ count: Int, within span: Int) -> DayRangeSet? {
        guard let start = runs.first?.lowerBound else { return nil }
        let last = start.advanced(by: span - 1)
        var removed: [ClosedRange<CalendarDay>] = []
        var room = count
        while room > 0, let next = runs.first?.lowerBound, next <= last {
            let available = last.daysSinceEpoch - next.daysSinceEpoch + 1
            guard let run = removeFirst(min(room, available)) else { break }
            removed.append(run)
            room -= run.count
        }
        return DayRangeSet(removed)
    }

    /// Removes and returns the last days, at most `count`, within a span of at most `span` days;
    /// `nil` when the set is empty.
    mutating func removeLast(_ count: Int, within span: Int) -> DayRangeSet? {
        guard let end = runs.last?.upperBound else { return nil }
        let first = end.advanced(by: 1 - span)
        var removed: [ClosedRange<CalendarDay>] = []
        var room = count
        while room > 0, let next = runs.last?.upperBound, next >= first {
            let available = next.daysSinceEpoch - first.daysSinceEpoch + 1
            guard let run = removeLast(min(room, available)) else { break }
            removed.append(run)
            room -= run.count
        }
        return DayRangeSet(removed)
    }

    /// Whether the set contains a day.
    func contains(_ day: CalendarDay) -> Bool {
        runs.contains { $0.contains(day) }
    }

    /// The days from the first to the last one; `nil` when the set is empty.
    var bounds: ClosedRange<CalendarDay>? {
        guard let first = runs.first, let last = runs.last else { return nil }
        return first.lowerBound...last.upperBound
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

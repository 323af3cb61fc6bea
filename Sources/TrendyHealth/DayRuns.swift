import TrendyModel

/// Local days as runs of neighbours, in order and apart from each other.
struct DayRuns: Equatable {
    private(set) var runs: [ClosedRange<CalendarDay>] = []

    init(_ runs: [ClosedRange<CalendarDay>] = []) {
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
    }

    var isEmpty: Bool { runs.isEmpty }

    /// How many days there are.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Adds others.
    mutating func formUnion(_ others: DayRuns) {
        self = DayRuns(runs + others.runs)
    }

    /// Takes away all days from one on.
    mutating func removeAll(from day: CalendarDay) {
        runs = runs.compactMap { run in
            guard run.lowerBound < day else { return nil }
            return run.lowerBound...min(run.upperBound, day.advanced(by: -1))
        }
    }

    /// The same days in pieces of a size at most, in order.
    func pages(of size: Int) -> [ClosedRange<CalendarDay>] {
        runs.flatMap { run in
            stride(from: run.lowerBound, through: run.upperBound, by: size).map { first in
                first...min(run.upperBound, first.advanced(by: size - 1))
            }
        }
    }

    private mutating func append(_ run: ClosedRange<CalendarDay>) {
        if let last = runs.last, run.lowerBound <= last.upperBound.advanced(by: 1) {
            runs[runs.count - 1] = last.lowerBound...max(run.upperBound, last.upperBound)
        } else {
            runs.append(run)
        }
    }
}

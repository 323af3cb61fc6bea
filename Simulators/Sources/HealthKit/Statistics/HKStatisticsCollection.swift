public import Foundation

/// Statistics of consecutive calendar intervals.
public final class HKStatisticsCollection: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    private let type: HKQuantityType
    private let grid: BucketGrid
    private let filled: [Int: HKStatistics]

    init(type: HKQuantityType, grid: BucketGrid, filled: [Int: HKStatistics]) {
        self.type = type
        self.grid = grid
        self.filled = filled
        super.init()
    }

    /// The statistics of all intervals with samples, in order.
    public func statistics() -> [HKStatistics] {
        filled.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The statistics of the interval that contains a date; `nil` without samples.
    public func statistics(for date: Date) -> HKStatistics? {
        filled[grid.index(of: date)]
    }

    /// Iterates over the statistics of all intervals between two dates, both included, including
    /// empty ones.
    public func enumerateStatistics(
        from startDate: Date,
        to endDate: Date,
        with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        guard startDate <= endDate else { return }
        var stop = ObjCBool(false)
        for index in grid.index(of: startDate)...grid.index(of: endDate) {
            let statistics =
                filled[index]
                ?? HKStatistics(
                    of: type,
                    from: grid.start(of: index),
                    to: grid.start(of: index + 1)
                )
            block(statistics, &stop)
            if stop.boolValue { return }
        }
    }

    /// The sources of the samples.
    public func sources() -> Set<HKSource> {
        Set(filled.values.flatMap { $0.sources ?? [] })
    }

    /// The statistics that differ from an earlier collection.
    func changes(since earlier: HKStatisticsCollection) -> [HKStatistics] {
        Set(filled.keys).union(earlier.filled.keys).sorted().compactMap { index in
            guard filled[index]?.total != earlier.filled[index]?.total else { return nil }
            return filled[index]
                ?? HKStatistics(
                    of: type,
                    from: grid.start(of: index),
                    to: grid.start(of: index + 1)
                )
        }
    }
}

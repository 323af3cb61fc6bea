package import TrendyModel

/// Infers the person's order of sources: the order in which the daily sums of a metric come closest
/// to Apple's own sums.
///
/// Apple neither exports nor exposes that order.
package struct SourcePriorityInference: Sendable, Equatable {
    /// The number of sources that are permuted; the others follow in default order.
    private static let maximumSources = 4
    /// The maximum number of days that are compared, the latest with a sum.
    private static let maximumDays = 200

    /// The names of the sources as written, highest priority first.
    package let order: [String]
    /// The names of the compared sources in default order.
    package let defaultOrder: [String]
    /// The mean relative error of the daily sums under ``order``.
    package let meanError: Double
    /// The mean relative error under the default order.
    package let defaultMeanError: Double

    /// Tries every order of sources; `nil` when there is nothing to compare or only one source.
    ///
    /// - `metric`: the metric; its amounts are summed.
    /// - `sums`: Apple's daily sums in the metric's unit.
    /// - `current`: the order in use, which stays unless another one has a mean error that is
    ///   smaller by more than `margin`.
    package static func fit(
        _ source: any HealthSource,
        of metric: HealthMetric = .activeEnergy,
        to sums: [(day: CalendarDay, total: Double)],
        zones: ZoneHistory,
        current: [String] = [],
        margin: Double = 0
    ) async throws -> SourcePriorityInference? {
        let wanted = sums.filter { $0.total > 0 }.sorted { $0.day < $1.day }
            .suffix(maximumDays)
        var days: [(samples: [HealthSample], table: HourTable, sum: Double)] = []
        for (day, sum) in wanted {
            let table = DayTable(day...day, in: zones)
            let samples = try await source.samples(
                of: metric,
                in: table.starts[0]..<table.end
            )
            if !samples.isEmpty { days.append((samples, HourTable(table), sum)) }
        }
        let sources = try await source.sources
        let typed = sources.map(\.typedName)
        let written = Dictionary(
            zip(typed, sources.map(\.name)),
            uniquingKeysWith: { first, _ in first }
        )
        var counts: [String: Int] = [:]
        for day in days {
            for sample in day.samples { counts[typed[sample.source], default: 0] += 1 }
        }
        let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(maximumSources).map { written[$0.key] ?? $0.key }
        guard names.count > 1 else { return nil }
        func error(_ priority: SourcePriority) -> Double {
            let errors = days.map { day in
                let totals = SourceMerging.hourlyTotals(
                    day.samples,
                    priority: priority,
                    hours: day.table
                )
                return abs(totals.reduce(0, +) - day.sum) / day.sum
            }
            return errors.reduce(0, +) / Double(errors.count)
        }
        let ranks = SourcePriority(sources)
        let byDefault = names.sorted { left, right in
            let rank = { (name: String) in
                typed.firstIndex(of: HealthSourceDescription.typed(name)).map {
                    ranks.rank(ofSource: $0)
                } ?? .max
            }
            return rank(left) < rank(right)
        }
        let defaultError = error(SourcePriority(sources))
        let currentError =
            current.isEmpty ? defaultError : error(SourcePriority(sources, order: current))
        let best = permutations(of: names).map { order in
            (order: order, error: error(SourcePriority(sources, order: order)))
        }.min { $0.error < $1.error }
        guard let best, best.error < currentError - margin else {
            return SourcePriorityInference(
                order: current,
                defaultOrder: byDefault,
                meanError: currentError,
                defaultMeanError: defaultError
            )
        }
        return SourcePriorityInference(
            order: best.order,
            defaultOrder: byDefault,
            meanError: best.error,
            defaultMeanError: defaultError
        )
    }

    private static func permutations(of names: [String]) -> [[String]] {
        guard let first = names.first else { return [[]] }
        return permutations(of: Array(names.dropFirst())).flatMap { rest in
            (0...rest.count).map { index in
                var names = rest
                names.insert(first, at: index)
                return names
            }
        }
    }
}

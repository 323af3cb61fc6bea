import Foundation
package import TrendyModel

/// Spearman's rank correlation of two values of the same days, with its 95 % confidence interval.
///
/// The interval uses Fisher's z and the standard error of Bonett and Wright (2000), "Sample size
/// requirements for estimating Pearson, Kendall and Spearman correlations", Psychometrika 65(1),
/// https://doi.org/10.1007/BF02294183. Autocorrelation of consecutive
/// days reduces the effective sample size: ``effectiveCount`` is that of Bartlett (1935),
/// n (1 − ab) / (1 + ab) for the lag-1 autocorrelations a and b.
package struct RankCorrelation: Sendable, Equatable {
    /// Two values of a day.
    package struct Pair: Sendable, Equatable {
        /// The day.
        package let day: CalendarDay
        /// The first value.
        package let first: Double
        /// The second value.
        package let second: Double

        /// Creates a pair.
        package init(day: CalendarDay, first: Double, second: Double) {
            (self.day, self.first, self.second) = (day, first, second)
        }
    }

    /// What the days show.
    package enum Finding: Sendable, Equatable {
        /// Fewer than ``minimumDays`` days have both values.
        case tooFewDays
        /// One value is the same on all days.
        case constant
        /// A correlation.
        case found(RankCorrelation)
    }

    /// How the values go together.
    package enum Relation: Sendable, Equatable {
        /// The interval is above 0.
        case positive
        /// The interval is below 0.
        case negative
        /// The interval contains 0.
        case none
    }

    /// The smallest number of days: the interval is unreliable below it.
    package static let minimumDays = 25
    /// The quantile of the normal distribution for 95 % between both sides.
    private static let quantile = 1.959963984540054

    /// The number of days.
    package let count: Int
    /// The effective sample size, at most ``count``.
    package let effectiveCount: Double
    /// The coefficient, −1…1.
    package let coefficient: Double
    /// The 95 % confidence interval, within −1…1.
    package let interval: ClosedRange<Double>

    /// How the values go together.
    package var relation: Relation {
        if interval.lowerBound > 0 { return .positive }
        return interval.upperBound < 0 ? .negative : .none
    }

    /// Correlates the values of days.
    ///
    /// - Parameters:
    ///   - pairs: the days with both values, in any order, each day once.
    ///   - minimum: the smallest number of days, at least 4.
    /// - Returns: the correlation, or why there is none.
    package static func finding(in pairs: [Pair], minimum: Int = minimumDays) -> Finding {
        let pairs = pairs.filter { $0.first.isFinite && $0.second.isFinite }
            .sorted { $0.day < $1.day }
        guard pairs.count >= max(4, minimum) else { return .tooFewDays }
        let first = deviations(of: ranks(of: pairs.map(\.first)))
        let second = deviations(of: ranks(of: pairs.map(\.second)))
        let spread = (product(first, first) * product(second, second)).squareRoot()
        guard spread > 0 else { return .constant }
        let coefficient = min(1, max(-1, product(first, second) / spread))
        let days = pairs.map(\.day)
        let alike = dayToDay(first, days) * dayToDay(second, days)
        let count = Double(pairs.count)
        let effective = min(count, count * (1 - alike) / (1 + alike))
        return .found(
            RankCorrelation(
                count: pairs.count,
                effectiveCount: effective,
                coefficient: coefficient,
                interval: interval(around: coefficient, count: effective)
            )
        )
    }

    private static func interval(around value: Double, count: Double) -> ClosedRange<Double> {
        guard count > 3 else { return -1...1 }
        let margin = quantile * ((1 + value * value / 2) / (count - 3)).squareRoot()
        let center = atanh(value)
        return tanh(center - margin)...tanh(center + margin)
    }

    /// The positions of values in ascending order from 1; equal values share their mean position.
    static func ranks(of values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for index in order[start..<end] { ranks[index] = Double(start + 1 + end) / 2 }
            start = end
        }
        return ranks
    }

    private static func deviations(of values: [Double]) -> [Double] {
        let mean = values.reduce(0, +) / Double(values.count)
        return values.map { $0 - mean }
    }

    private static func product(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The lag-1 autocorrelation of values, within ±0.99; 0 with fewer than ten pairs of days.
    private static func dayToDay(_ deviations: [Double], _ days: [CalendarDay]) -> Double {
        var (sum, count) = (0.0, 0)
        for index in days.indices.dropFirst() where days[index - 1].distance(to: days[index]) == 1 {
            sum += deviations[index - 1] * deviations[index]
            count += 1
        }
        let variance = product(deviations, deviations) / Double(deviations.count)
        // With few such days the estimate would be chance.
        guard count >= 10, variance > 0 else { return 0 }
        return min(0.99, max(-0.99, sum / Double(count) / variance))
    }
}

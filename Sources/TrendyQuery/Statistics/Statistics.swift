import Foundation

/// Statistics of small samples.
package enum Statistics {
    /// The minimum number of days for a statement about a relation.
    package static let minimumCount = 5

    /// The mean; `nil` without values.
    package static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The unbiased variance; `nil` for fewer than two values.
    package static func variance(_ values: [Double]) -> Double? {
        guard values.count > 1, let mean = mean(values) else { return nil }
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }

    /// Pearson's correlation of pairs; `nil` for fewer than two pairs, or when one side is constant.
    package static func pearson(_ left: [Double], _ right: [Double]) -> Double? {
        guard left.count == right.count, left.count > 1, let leftMean = mean(left),
            let rightMean = mean(right)
        else { return nil }
        var (product, leftSquare, rightSquare) = (0.0, 0.0, 0.0)
        for (a, b) in zip(left, right) {
            product += (a - leftMean) * (b - rightMean)
            leftSquare += (a - leftMean) * (a - leftMean)
            rightSquare += (b - rightMean) * (b - rightMean)
        }
        let scale = (leftSquare * rightSquare).squareRoot()
        guard scale.isFinite, scale > 0 else { return nil }
        return min(1, max(-1, product / scale))
    }

    /// Spearman's correlation: that of the ranks, where equal values share their mean rank.
    package static func spearman(_ left: [Double], _ right: [Double]) -> Double? {
        pearson(ranks(left), ranks(right))
    }

    /// The 95 % interval of a correlation by Fisher's transformation.
    ///
    /// - Parameters:
    ///   - correlation: −1…1.
    ///   - count: the number of pairs.
    ///   - variance: the factor of the variance of the transformed value: 1 for Pearson's, 1.06 for
    ///     Spearman's correlation (Fieller, Hartley and Pearson 1957).
    /// - Returns: the interval; `nil` for fewer than four pairs.
    package static func interval(
        ofCorrelation correlation: Double,
        count: Int,
        variance: Double = 1
    ) -> ClosedRange<Double>? {
        guard count > 3 else { return nil }
        guard abs(correlation) < 1 else { return correlation...correlation }
        let center = atanh(correlation)
        let margin = 1.959964 * (variance / Double(count - 3)).squareRoot()
        return tanh(center - margin)...tanh(center + margin)
    }

    /// The 95 % interval of the difference of two means by Welch's method; `nil` for fewer than two
    /// values on a side.
    package static func interval(
        ofDifference left: [Double],
        _ right: [Double]
    ) -> ClosedRange<Double>? {
        guard let leftMean = mean(left), let rightMean = mean(right),
            let leftVariance = variance(left), let rightVariance = variance(right)
        else { return nil }
        let a = leftVariance / Double(left.count)
        let b = rightVariance / Double(right.count)
        let difference = leftMean - rightMean
        guard a + b > 0 else { return difference...difference }
        let freedom =
            (a + b) * (a + b) / (a * a / Double(left.count - 1) + b * b / Double(right.count - 1))
        let margin = quantile(freedom: freedom) * (a + b).squareRoot()
        guard margin.isFinite else { return nil }
        return difference - margin...difference + margin
    }

    /// The 97.5 % quantile of Student's distribution, by the expansion of Cornish and Fisher; off by
    /// less than 1 % from four degrees of freedom on.
    static func quantile(freedom: Double) -> Double {
        let z = 1.959964
        let squared = z * z
        let first = z * (squared + 1) / 4
        let second = z * (5 * squared * squared + 16 * squared + 3) / 96
        let third =
            z * (3 * squared * squared * squared + 19 * squared * squared + 17 * squared - 15) / 384
        return z + first / freedom + second / (freedom * freedom)
            + third / (freedom * freedom * freedom)
    }

    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start
            while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
            let rank = Double(start + end) / 2 + 1
            for place in start...end { ranks[order[place]] = rank }
            start = end + 1
        }
        return ranks
    }
}

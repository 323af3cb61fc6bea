/// The direction in which monthly values develop: three months beside the three before them.
///
/// A month without data is left out; it never counts as zero.
package enum MonthTrend: Sendable, Equatable {
    /// Higher than before, by a percentage.
    case rising(percent: Int)
    /// Lower than before, by a percentage.
    case falling(percent: Int)
    /// A change below ``threshold``.
    case steady
    /// Too few months have data.
    case unknown

    /// The number of months on each side.
    package static let months = 3
    /// The smallest number of months with data on each side.
    package static let minimumMonths = 2
    /// The smallest change, in percent, that is not steady.
    package static let threshold = 5

    /// Compares the latest months with those before.
    ///
    /// - `values`: the values of complete months, the oldest first; `nil` for a month without data.
    package init(_ values: [Double?]) {
        let recent = values.suffix(Self.months).compactMap(\.self)
        let earlier = values.dropLast(Self.months).suffix(Self.months).compactMap(\.self)
        guard recent.count >= Self.minimumMonths, earlier.count >= Self.minimumMonths else {
            self = .unknown
            return
        }
        let before = earlier.reduce(0, +) / Double(earlier.count)
        let now = recent.reduce(0, +) / Double(recent.count)
        let change = (now - before) / abs(before) * 100
        // A change from zero has no percentage.
        guard change.isFinite else {
            self = now == before ? .steady : .unknown
            return
        }
        let percent = Int(min(abs(change), 1e6).rounded())
        if percent < Self.threshold {
            self = .steady
        } else {
            self = change > 0 ? .rising(percent: percent) : .falling(percent: percent)
        }
    }
}

public import Foundation

/// The statistics to compute.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt

    /// Options from Apple's raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Separate statistics by source as well.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1)
    /// The average.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 2)
    /// The minimum.
    public static let discreteMin = HKStatisticsOptions(rawValue: 4)
    /// The maximum.
    public static let discreteMax = HKStatisticsOptions(rawValue: 8)
    /// The sum.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 16)
    /// The most recent value.
    public static let mostRecent = HKStatisticsOptions(rawValue: 32)
    /// The total duration.
    public static let duration = HKStatisticsOptions(rawValue: 64)
}

/// Statistics over the samples of a time range; values that were not requested are `nil`.
public final class HKStatistics: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// Values in the canonical unit of the type.
    package struct Numbers: Equatable, Sendable {
        package var sum: Double?
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
        package var mostRecent: Double?
        package var mostRecentInterval: DateInterval?
        package var duration: TimeInterval?
    }

    /// The type.
    public let quantityType: HKQuantityType
    /// The start of the range.
    public let startDate: Date
    /// The end.
    public let endDate: Date
    /// The sources; `nil` unless separation by source was requested.
    public let sources: [HKSource]?
    let total: Numbers
    let bySource: [HKSource: Numbers]

    package init(
        of type: HKQuantityType,
        from start: Date,
        to end: Date,
        total: Numbers = Numbers(),
        sources: [HKSource]? = nil,
        bySource: [HKSource: Numbers] = [:]
    ) {
        quantityType = type
        startDate = start
        endDate = end
        self.total = total
        self.sources = sources
        self.bySource = bySource
        super.init()
    }

    /// Statistics with a sum only, or with an average for a discrete type.
    package convenience init(of type: HKQuantityType, sum: HKQuantity, start: Date, end: Date) {
        let value = sum.doubleValue(for: type.canonicalUnit)
        let isSum = type.aggregationStyle == .cumulative
        let numbers = isSum ? Numbers(sum: value) : Numbers(average: value)
        self.init(of: type, from: start, to: end, total: numbers)
    }

    /// The sum, without double counting of overlapping sources.
    public func sumQuantity() -> HKQuantity? { quantity(total.sum) }
    /// The sum of one source.
    public func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(bySource[source]?.sum) }
    /// The average.
    public func averageQuantity() -> HKQuantity? { quantity(total.average) }
    /// The average of one source.
    public func averageQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.average)
    }
    /// The minimum.
    public func minimumQuantity() -> HKQuantity? { quantity(total.minimum) }
    /// The minimum of one source.
    public func minimumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.minimum)
    }
    /// The maximum.
    public func maximumQuantity() -> HKQuantity? { quantity(total.maximum) }
    /// The maximum of one source.
    public func maximumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.maximum)
    }
    /// The most recent value.
    public func mostRecentQuantity() -> HKQuantity? { quantity(total.mostRecent) }
    /// The most recent value of one source.
    public func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.mostRecent)
    }
    /// The time range of the most recent value.
    public func mostRecentQuantityDateInterval() -> DateInterval? { total.mostRecentInterval }
    /// The time range of the most recent value of one source.
    public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        bySource[source]?.mostRecentInterval
    }
    /// The total duration.
    public func duration() -> HKQuantity? {
        total.duration.map { HKQuantity(unit: .second(), doubleValue: $0) }
    }
    /// The total duration of one source.
    public func duration(for source: HKSource) -> HKQuantity? {
        bySource[source]?.duration.map { HKQuantity(unit: .second(), doubleValue: $0) }
    }

    private func quantity(_ value: Double?) -> HKQuantity? {
        value.map { HKQuantity(unit: quantityType.canonicalUnit, doubleValue: $0) }
    }
}

public import Foundation

/// What is to be computed.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// Apple's number of it.
    public let rawValue: UInt

    /// By Apple's number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// For each source as well.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1)
    /// The average.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 2)
    /// The least.
    public static let discreteMin = HKStatisticsOptions(rawValue: 4)
    /// The most.
    public static let discreteMax = HKStatisticsOptions(rawValue: 8)
    /// The sum.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 16)
    /// The last.
    public static let mostRecent = HKStatisticsOptions(rawValue: 32)
    /// The time that was measured.
    public static let duration = HKStatisticsOptions(rawValue: 64)
}

/// Numbers about the samples of a span; those that were not asked for are `nil`.
public final class HKStatistics: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// In the canonical unit of the type.
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
    /// When the span begins.
    public let startDate: Date
    /// When it ends.
    public let endDate: Date
    /// Who measured; `nil` unless it was asked to separate by source.
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

    /// A sum alone; of what does not add up, an average.
    package convenience init(of type: HKQuantityType, sum: HKQuantity, start: Date, end: Date) {
        let value = sum.doubleValue(for: type.canonicalUnit)
        let isSum = type.aggregationStyle == .cumulative
        let numbers = isSum ? Numbers(sum: value) : Numbers(average: value)
        self.init(of: type, from: start, to: end, total: numbers)
    }

    /// The sum, with nothing that several sources measured counted twice.
    public func sumQuantity() -> HKQuantity? { quantity(total.sum) }
    /// The sum of one source.
    public func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(bySource[source]?.sum) }
    /// The average.
    public func averageQuantity() -> HKQuantity? { quantity(total.average) }
    /// The average of one source.
    public func averageQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.average)
    }
    /// The least.
    public func minimumQuantity() -> HKQuantity? { quantity(total.minimum) }
    /// The least of one source.
    public func minimumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.minimum)
    }
    /// The most.
    public func maximumQuantity() -> HKQuantity? { quantity(total.maximum) }
    /// The most of one source.
    public func maximumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.maximum)
    }
    /// The last.
    public func mostRecentQuantity() -> HKQuantity? { quantity(total.mostRecent) }
    /// The last of one source.
    public func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        quantity(bySource[source]?.mostRecent)
    }
    /// When the last was.
    public func mostRecentQuantityDateInterval() -> DateInterval? { total.mostRecentInterval }
    /// When the last of one source was.
    public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        bySource[source]?.mostRecentInterval
    }
    /// The time that was measured.
    public func duration() -> HKQuantity? {
        total.duration.map { HKQuantity(unit: .second(), doubleValue: $0) }
    }
    /// The time that one source measured.
    public func duration(for source: HKSource) -> HKQuantity? {
        bySource[source]?.duration.map { HKQuantity(unit: .second(), doubleValue: $0) }
    }

    private func quantity(_ value: Double?) -> HKQuantity? {
        value.map { HKQuantity(unit: quantityType.canonicalUnit, doubleValue: $0) }
    }
}

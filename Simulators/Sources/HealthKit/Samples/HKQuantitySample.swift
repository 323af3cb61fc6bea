public import Foundation

/// One quantity of a series that is kept as one sample.
package struct SeriesPoint: Sendable {
    package var start: Date
    package var end: Date
    /// In the unit of the sample's quantity.
    package var value: Double

    package init(start: Date, end: Date, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}

/// A sample whose value is a number with a unit.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// The sum or the average of what it holds.
    public let quantity: HKQuantity
    /// What a series holds; `nil` for a single quantity.
    package let series: [SeriesPoint]?

    package init(
        _ record: HKObjectRecord,
        type: HKQuantityType,
        quantity: HKQuantity,
        start: Date,
        end: Date,
        series: [SeriesPoint]? = nil
    ) {
        self.quantity = quantity
        self.series = series
        super.init(record, type: type, start: start, end: end)
    }

    /// A sample of the app.
    public convenience init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date) {
        self.init(
            type: type,
            quantity: quantity,
            start: start,
            end: end,
            device: nil,
            metadata: nil
        )
    }

    /// A sample of the app, with metadata.
    public convenience init(
        type: HKQuantityType,
        quantity: HKQuantity,
        start: Date,
        end: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: type,
            quantity: quantity,
            start: start,
            end: end,
            device: nil,
            metadata: metadata
        )
    }

    /// A sample of the app, with what measured it and metadata.
    public convenience init(
        type: HKQuantityType,
        quantity: HKQuantity,
        start: Date,
        end: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let record = HKObjectRecord(made: "HKQuantitySample", device: device, metadata: metadata)
        self.init(record, type: type, quantity: quantity, start: start, end: end)
    }

    /// The kind of data.
    public var quantityType: HKQuantityType {
        guard let type = sampleType as? HKQuantityType else {
            preconditionFailure("A quantity sample is of a quantity.")
        }
        return type
    }

    /// How many quantities it holds; more than one in a series.
    public var count: Int { series?.count ?? 1 }

    /// What it holds, one quantity at least.
    package var points: [SeriesPoint] {
        series ?? [SeriesPoint(start: startDate, end: endDate, value: quantity.value)]
    }

    /// As the store hands it out: of the subclass that its type asks for.
    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKQuantitySample.make(
            record,
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            series: series
        )
    }

    package static func make(
        _ record: HKObjectRecord,
        type: HKQuantityType,
        quantity: HKQuantity,
        start: Date,
        end: Date,
        series: [SeriesPoint]? = nil
    ) -> HKQuantitySample {
        if type.aggregationStyle == .cumulative {
            HKCumulativeQuantitySample(
                record,
                type: type,
                quantity: quantity,
                start: start,
                end: end,
                series: series
            )
        } else {
            HKDiscreteQuantitySample(
                record,
                type: type,
                quantity: quantity,
                start: start,
                end: end,
                series: series
            )
        }
    }
}

/// A sample of a quantity that adds up.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of what it holds.
    public var sumQuantity: HKQuantity { quantity }
}

/// A sample of a quantity that does not add up.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The least of what it holds.
    public var minimumQuantity: HKQuantity { extreme { $0.min() } }
    /// The average of what it holds.
    public var averageQuantity: HKQuantity { quantity }
    /// The most of what it holds.
    public var maximumQuantity: HKQuantity { extreme { $0.max() } }
    /// The last of what it holds.
    public var mostRecentQuantity: HKQuantity { extreme { $0.last } }

    /// When the last of what it holds was.
    public var mostRecentQuantityDateInterval: DateInterval {
        let last = series?.last
        return DateInterval(start: last?.start ?? startDate, end: last?.end ?? endDate)
    }

    private func extreme(_ choose: ([Double]) -> Double?) -> HKQuantity {
        guard let series, let value = choose(series.map(\.value)) else { return quantity }
        return HKQuantity(unit: quantity.unit, doubleValue: value)
    }
}

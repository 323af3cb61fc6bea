public import Foundation

/// A quantity of a series that is stored as one sample.
package struct SeriesPoint: Sendable {
    package var start: Date
    package var end: Date
    /// The value in the unit of the sample's quantity.
    package var value: Double

    package init(start: Date, end: Date, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}

/// A sample with a quantity.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// The sum or the average of its quantities.
    public let quantity: HKQuantity
    /// The quantities of a series; `nil` for a single quantity.
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

    /// A sample created by the app.
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

    /// A sample created by the app, with metadata.
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

    /// A sample created by the app, with a device and metadata.
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

    /// The quantity type.
    public var quantityType: HKQuantityType {
        guard let type = sampleType as? HKQuantityType else {
            preconditionFailure("A quantity sample must have a quantity type.")
        }
        return type
    }

    /// The number of quantities; more than one in a series.
    public var count: Int { series?.count ?? 1 }

    /// The quantities, at least one.
    package var points: [SeriesPoint] {
        series ?? [SeriesPoint(start: startDate, end: endDate, value: quantity.value)]
    }

    /// Copies the sample as the subclass for its type.
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

/// A sample of a cumulative quantity.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of its quantities.
    public var sumQuantity: HKQuantity { quantity }
}

/// A sample of a discrete quantity.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The smallest of its quantities.
    public var minimumQuantity: HKQuantity { extreme { $0.min() } }
    /// The average of its quantities.
    public var averageQuantity: HKQuantity { quantity }
    /// The largest of its quantities.
    public var maximumQuantity: HKQuantity { extreme { $0.max() } }
    /// The last of its quantities.
    public var mostRecentQuantity: HKQuantity { extreme { $0.last } }

    /// The time range of the last quantity.
    public var mostRecentQuantityDateInterval: DateInterval {
        let last = series?.last
        return DateInterval(start: last?.start ?? startDate, end: last?.end ?? endDate)
    }

    private func extreme(_ choose: ([Double]) -> Double?) -> HKQuantity {
        guard let series, let value = choose(series.map(\.value)) else { return quantity }
        return HKQuantity(unit: quantity.unit, doubleValue: value)
    }
}

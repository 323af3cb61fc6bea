public import Foundation

/// A sample over a time range.
open class HKSample: HKObject, @unchecked Sendable {
    /// The sample type.
    public let sampleType: HKSampleType
    /// The start.
    public let startDate: Date
    /// The end; never before the start.
    public let endDate: Date

    package init(_ record: HKObjectRecord, type: HKSampleType, start: Date, end: Date) {
        precondition(start <= end, "A sample must not end before it starts.")
        sampleType = type
        startDate = start
        endDate = end
        super.init(record)
    }

    /// Whether the sample has no known duration.
    public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// Copies the sample with another record, for example when it is saved.
    package func copy(_ record: HKObjectRecord) -> HKSample {
        HKSample(record, type: sampleType, start: startDate, end: endDate)
    }

    /// Whether the person entered the sample by hand.
    package var wasUserEntered: Bool {
        number(HKMetadataKeyWasUserEntered) != nil && number(HKMetadataKeyWasUserEntered) != 0
    }

    /// An integer metadata value, whatever its stored type.
    package func number(_ key: String) -> Int64? {
        switch metadata?[key] {
        case let number as NSNumber: number.int64Value
        case let number as Int: Int64(number)
        case let number as Int64: number
        case let number as Double: Int64(number)
        case let flag as Bool: flag ? 1 : 0
        default: nil
        }
    }
}

/// A sample with a category value.
public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// The raw value of the category's enumeration.
    public let value: Int

    package init(_ record: HKObjectRecord, type: HKCategoryType, value: Int, start: Date, end: Date)
    {
        self.value = value
        super.init(record, type: type, start: start, end: end)
    }

    /// A sample created by the app.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
        self.init(type: type, value: value, start: start, end: end, device: nil, metadata: nil)
    }

    /// A sample created by the app, with metadata.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start: Date,
        end: Date,
        metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: start, end: end, device: nil, metadata: metadata)
    }

    /// A sample created by the app, with a device and metadata.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start: Date,
        end: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let record = HKObjectRecord(made: "HKCategorySample", device: device, metadata: metadata)
        self.init(record, type: type, value: value, start: start, end: end)
    }

    /// The category type.
    public var categoryType: HKCategoryType {
        guard let type = sampleType as? HKCategoryType else {
            preconditionFailure("A category sample must have a category type.")
        }
        return type
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKCategorySample(record, type: categoryType, value: value, start: startDate, end: endDate)
    }
}

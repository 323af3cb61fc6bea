public import Foundation

/// Something true of a span of time.
open class HKSample: HKObject, @unchecked Sendable {
    /// The kind of data.
    public let sampleType: HKSampleType
    /// When it began.
    public let startDate: Date
    /// When it ended; never before it began.
    public let endDate: Date

    package init(_ record: HKObjectRecord, type: HKSampleType, start: Date, end: Date) {
        precondition(start <= end, "A sample cannot end before it begins.")
        sampleType = type
        startDate = start
        endDate = end
        super.init(record)
    }

    /// Whether samples have no known duration; those here do.
    public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// The same sample in another record, as when it is saved.
    package func copy(_ record: HKObjectRecord) -> HKSample {
        HKSample(record, type: sampleType, start: startDate, end: endDate)
    }

    /// Whether the person typed it in.
    package var wasUserEntered: Bool {
        number(HKMetadataKeyWasUserEntered) != nil && number(HKMetadataKeyWasUserEntered) != 0
    }

    /// A whole number of the metadata, however it was put in.
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

/// A sample whose value is one of a few.
public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// The raw value of the category's enumeration.
    public let value: Int

    package init(_ record: HKObjectRecord, type: HKCategoryType, value: Int, start: Date, end: Date)
    {
        self.value = value
        super.init(record, type: type, start: start, end: end)
    }

    /// A sample of the app.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
        self.init(type: type, value: value, start: start, end: end, device: nil, metadata: nil)
    }

    /// A sample of the app, with metadata.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start: Date,
        end: Date,
        metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: start, end: end, device: nil, metadata: metadata)
    }

    /// A sample of the app, with what measured it and metadata.
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

    /// The kind of data.
    public var categoryType: HKCategoryType {
        guard let type = sampleType as? HKCategoryType else {
            preconditionFailure("A category sample is of a category.")
        }
        return type
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKCategorySample(record, type: categoryType, value: value, start: startDate, end: endDate)
    }
}

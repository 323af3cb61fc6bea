public import Foundation

/// A group of correlated samples: a blood pressure reading or a meal.
///
/// The store keeps its samples as samples of their own as well.
public final class HKCorrelation: HKSample, @unchecked Sendable {
    /// The correlated samples.
    public let objects: Set<HKSample>

    package init(
        _ record: HKObjectRecord,
        type: HKCorrelationType,
        objects: Set<HKSample>,
        start: Date,
        end: Date
    ) {
        self.objects = objects
        super.init(record, type: type, start: start, end: end)
    }

    /// A correlation created by the app.
    public convenience init(
        type: HKCorrelationType,
        start: Date,
        end: Date,
        objects: Set<HKSample>
    ) {
        self.init(type: type, start: start, end: end, objects: objects, metadata: nil)
    }

    /// A correlation created by the app, with metadata.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            device: nil,
            metadata: metadata
        )
    }

    /// A correlation created by the app, with a device and metadata.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let record = HKObjectRecord(made: "HKCorrelation", device: device, metadata: metadata)
        self.init(
            record,
            type: correlationType,
            objects: objects,
            start: startDate,
            end: endDate
        )
    }

    /// The correlation type.
    public var correlationType: HKCorrelationType {
        guard let type = sampleType as? HKCorrelationType else {
            preconditionFailure("A correlation must have a correlation type.")
        }
        return type
    }

    /// The contained samples of a type.
    public func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }

    /// Copies the correlation; its samples take over the source.
    override package func copy(_ record: HKObjectRecord) -> HKSample {
        guard record.savedBy != savedBy else { return copy(record, objects: objects) }
        let objects = objects.map { object in
            object.copy(HKObjectRecord(copying: object, savedBy: record.savedBy))
        }
        return copy(record, objects: Set(objects))
    }

    /// Copies the correlation with other samples.
    package func copy(_ record: HKObjectRecord, objects: Set<HKSample>) -> HKCorrelation {
        HKCorrelation(
            record,
            type: correlationType,
            objects: objects,
            start: startDate,
            end: endDate
        )
    }

    /// The contained samples in an order that does not depend on hashes.
    var sortedObjects: [HKSample] {
        objects.sorted {
            ($0.sampleType.identifier, $0.startDate, $0.uuid.uuidString)
                < ($1.sampleType.identifier, $1.startDate, $1.uuid.uuidString)
        }
    }
}

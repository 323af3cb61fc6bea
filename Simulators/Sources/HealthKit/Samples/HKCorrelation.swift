public import Foundation

/// A group of correlated samples.
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
        let record = HKObjectRecord(made: "HKCorrelation", device: nil, metadata: nil)
        self.init(record, type: type, objects: objects, start: start, end: end)
    }

    /// The contained samples of a type.
    public func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        guard let type = sampleType as? HKCorrelationType else {
            preconditionFailure("A correlation must have a correlation type.")
        }
        return HKCorrelation(record, type: type, objects: objects, start: startDate, end: endDate)
    }
}

public import Foundation

/// The result of a hearing test.
@available(iOS 13.0, *)
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
    /// The largest number of sensitivity points.
    static let pointLimit = 30

    /// The sensitivities by frequency, in ascending order.
    public let sensitivityPoints: [HKAudiogramSensitivityPoint]

    package init(
        _ record: HKObjectRecord,
        points: [HKAudiogramSensitivityPoint],
        start: Date,
        end: Date
    ) {
        let frequencies = points.map { $0.frequency.doubleValue(for: .hertz()) }
        precondition(
            points.count <= Self.pointLimit
                && zip(frequencies, frequencies.dropFirst()).allSatisfy { $0 < $1 },
            "An audiogram has at most 30 points with unique frequencies in ascending order."
        )
        sensitivityPoints = points
        super.init(record, type: HKObjectType.audiogramSampleType(), start: start, end: end)
    }

    /// An audiogram created by the app, with a device and metadata.
    @available(iOS 18.1, *)
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            HKObjectRecord(made: "HKAudiogramSample", device: device, metadata: metadata),
            points: sensitivityPoints,
            start: startDate,
            end: endDate
        )
    }

    /// An audiogram created by the app, with metadata.
    @available(iOS, introduced: 13.0, deprecated: 18.1)
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            sensitivityPoints: sensitivityPoints,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: metadata
        )
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKAudiogramSample(record, points: sensitivityPoints, start: startDate, end: endDate)
    }
}

package import TrendyModel

/// The summary of an electrocardiogram, without its voltages.
package struct Electrocardiogram: Sendable, Equatable {
    /// The classification; `nil` for one that this version does not know.
    package var classification: ElectrocardiogramClassification?
    /// The average heart rate in beats per minute; `nil` when it is not known.
    package var averageHeartRate: Double?
    /// The number of voltages per second; `nil` when it is not known.
    package var samplingHertz: Double?
    /// Whether the person reported symptoms; `nil` when the person did not answer.
    package var hasSymptoms: Bool?
    /// The model of the recording device, such as `Watch6,7`; `nil` when it is not known.
    package var device: String?

    /// Creates a summary.
    package init(
        classification: ElectrocardiogramClassification?,
        averageHeartRate: Double?,
        samplingHertz: Double?,
        hasSymptoms: Bool?,
        device: String?
    ) {
        self.classification = classification
        self.averageHeartRate = averageHeartRate
        self.samplingHertz = samplingHertz
        self.hasSymptoms = hasSymptoms
        self.device = device
    }

    /// The properties of the event, the same from HealthKit and from an export.
    package var properties: PropertyBag {
        var bag = PropertyBag()
        bag["classification"] = .text(classification?.key ?? "other")
        bag["average_heart_rate"] = averageHeartRate.flatMap { number($0) }
        bag["sampling_hertz"] = samplingHertz.flatMap { number($0) }
        bag["has_symptoms"] = hasSymptoms.map { .boolean($0) }
        bag["device"] = device.map { .text($0) }
        return bag
    }

    private func number(_ value: Double) -> PropertyValue? {
        JSONNumber((value * 1000).rounded() / 1000).map { .number($0) }
    }
}

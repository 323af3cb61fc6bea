public import Foundation

/// An electrocardiogram of a Watch; apps can only read it.
@available(iOS 14.0, *)
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
    /// What the Watch found.
    public enum Classification: Int, Sendable {
        /// Not classified.
        case notSet = 0
        /// A normal rhythm.
        case sinusRhythm = 1
        /// Signs of atrial fibrillation.
        case atrialFibrillation = 2
        /// Inconclusive because of a low heart rate.
        case inconclusiveLowHeartRate = 3
        /// Inconclusive because of a high heart rate.
        case inconclusiveHighHeartRate = 4
        /// Inconclusive because of a poor recording.
        case inconclusivePoorReading = 5
        /// Inconclusive for another reason.
        case inconclusiveOther = 6
        /// A newer classification.
        case unrecognized = 100
    }

    /// Whether the person noted symptoms.
    public enum SymptomsStatus: Int, Sendable {
        /// Unknown.
        case notSet = 0
        /// No symptoms.
        case none = 1
        /// Symptoms, which are samples of their own.
        case present = 2
    }

    /// A pair of electrodes.
    public enum Lead: Int, Sendable {
        /// The Watch, similar to lead I.
        case appleWatchSimilarToLeadI = 1
    }

    /// The voltage at a moment.
    public final class VoltageMeasurement: NSObject, @unchecked Sendable {
        // Unchecked: all state is `let`; the base class has none.

        /// The seconds since the start of the electrocardiogram.
        public let timeSinceSampleStart: TimeInterval
        private let volts: Double

        package init(time: TimeInterval, volts: Double) {
            timeSinceSampleStart = time
            self.volts = volts
            super.init()
        }

        /// The voltage of a lead; `nil` when the lead was not measured.
        public func quantity(for lead: Lead) -> HKQuantity? {
            HKQuantity(unit: .volt(), doubleValue: volts)
        }
    }

    /// What the Watch found.
    public let classification: Classification
    /// The average heart rate; `nil` when it could not be determined.
    public let averageHeartRate: HKQuantity?
    /// Whether the person noted symptoms.
    public let symptomsStatus: SymptomsStatus
    /// The number of voltages a second; `nil` without voltages.
    public let samplingFrequency: HKQuantity?
    /// The voltages in volts.
    package let voltages: [Double]

    package init(
        _ record: HKObjectRecord,
        start: Date,
        end: Date,
        classification: Classification,
        averageHeartRate: HKQuantity?,
        symptomsStatus: SymptomsStatus,
        samplingFrequency: HKQuantity?,
        voltages: [Double]
    ) {
        self.classification = classification
        self.averageHeartRate = averageHeartRate
        self.symptomsStatus = symptomsStatus
        self.samplingFrequency = samplingFrequency
        self.voltages = voltages
        super.init(record, type: HKObjectType.electrocardiogramType(), start: start, end: end)
    }

    /// The number of voltages.
    public var numberOfVoltageMeasurements: Int { voltages.count }

    /// The voltages with their times.
    var measurements: [VoltageMeasurement] {
        let frequency = samplingFrequency?.doubleValue(for: .hertz()) ?? 1
        return voltages.enumerated()
            .map { VoltageMeasurement(time: Double($0.offset) / frequency, volts: $0.element) }
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKElectrocardiogram(
            record,
            start: startDate,
            end: endDate,
            classification: classification,
            averageHeartRate: averageHeartRate,
            symptomsStatus: symptomsStatus,
            samplingFrequency: samplingFrequency,
            voltages: voltages
        )
    }
}

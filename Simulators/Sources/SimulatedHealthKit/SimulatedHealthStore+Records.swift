public import Foundation
public import HealthKit
import SimulatedPhone

// Creation of records of any source; creating a record does not save it.
extension SimulatedHealthStore {
    /// Creates a blood pressure reading.
    ///
    /// Adding it adds its two samples as well.
    public func bloodPressure(
        systolic: Double,
        diastolic: Double,
        at date: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKCorrelation {
        let unit = HKUnit.millimeterOfMercury()
        return correlation(
            .bloodPressure,
            [
                quantity(.bloodPressureSystolic, systolic, unit, from: date, source: source),
                quantity(.bloodPressureDiastolic, diastolic, unit, from: date, source: source),
            ],
            from: date,
            source: source,
            metadata: metadata,
            uuid: uuid
        )
    }

    /// Creates a meal from its nutrients.
    ///
    /// Adding it adds a sample for each nutrient as well.
    public func food(
        _ name: String,
        _ nutrients: [HKQuantityTypeIdentifier: HKQuantity],
        at date: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKCorrelation {
        let samples = nutrients.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { quantity(HKQuantityType($0.key), $0.value, from: date, source: source) }
        let metadata = (metadata ?? [:]).merging([HKMetadataKeyFoodType: name]) { $1 }
        return correlation(
            .food,
            Set(samples),
            from: date,
            source: source,
            metadata: metadata,
            uuid: uuid
        )
    }

    /// Creates a correlation of samples.
    ///
    /// - `end`: the same as the start when `nil`.
    public func correlation(
        _ identifier: HKCorrelationTypeIdentifier,
        _ samples: Set<HKSample>,
        from start: Date,
        to end: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKCorrelation {
        HKCorrelation(
            record(source, metadata, uuid),
            type: HKCorrelationType(identifier),
            objects: samples,
            start: start,
            end: end ?? start
        )
    }

    /// Creates a state of mind.
    public func stateOfMind(
        _ kind: HKStateOfMind.Kind,
        valence: Double,
        labels: [HKStateOfMind.Label] = [],
        associations: [HKStateOfMind.Association] = [],
        at date: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKStateOfMind {
        HKStateOfMind(
            record(source, metadata, uuid),
            date: date,
            kind: kind,
            valence: valence,
            labels: labels,
            associations: associations
        )
    }

    /// Creates an electrocardiogram, which apps cannot create.
    ///
    /// - `voltages`: in volts, 512 a second.
    public func electrocardiogram(
        _ classification: HKElectrocardiogram.Classification,
        beatsPerMinute: Double? = nil,
        symptoms: HKElectrocardiogram.SymptomsStatus = .none,
        voltages: [Double] = [],
        from start: Date,
        to end: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKElectrocardiogram {
        let beats = HKUnit.count().unitDivided(by: .minute())
        return HKElectrocardiogram(
            record(source, metadata, uuid),
            start: start,
            end: end ?? start.addingTimeInterval(30),
            classification: classification,
            averageHeartRate: beatsPerMinute.map { HKQuantity(unit: beats, doubleValue: $0) },
            symptomsStatus: symptoms,
            samplingFrequency: voltages.isEmpty
                ? nil : HKQuantity(unit: .hertz(), doubleValue: 512),
            voltages: voltages
        )
    }

    /// Creates an audiogram from its points in ascending order of frequency.
    public func audiogram(
        _ points: [HKAudiogramSensitivityPoint],
        from start: Date,
        to end: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKAudiogramSample {
        HKAudiogramSample(
            record(source, metadata, uuid),
            points: points,
            start: start,
            end: end ?? start
        )
    }

    /// Creates a GAD-7 questionnaire with its seven answers.
    public func gad7(
        _ answers: [HKGAD7Assessment.Answer],
        at date: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKGAD7Assessment {
        HKGAD7Assessment(record(source, metadata, uuid), date: date, answers: answers)
    }

    /// Creates a PHQ-9 questionnaire with its nine answers.
    public func phq9(
        _ answers: [HKPHQ9Assessment.Answer],
        at date: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKPHQ9Assessment {
        HKPHQ9Assessment(record(source, metadata, uuid), date: date, answers: answers)
    }

    /// Adds symptoms of an electrocardiogram.
    public func add(_ symptoms: [HKSample], to electrocardiogram: HKElectrocardiogram) {
        add(symptoms, toWorkout: electrocardiogram.uuid)
    }
}

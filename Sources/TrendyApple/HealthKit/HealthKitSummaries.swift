#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

extension HealthType {
    /// The sample type of a dated summary; `nil` for one that is no sample or that this version of
    /// the system does not have.
    var summaryType: HKSampleType? {
        switch identifier {
        case HealthMetric.stateOfMind.types[0].identifier: return HKObjectType.stateOfMindType()
        case HealthMetric.electrocardiogram.types[0].identifier:
            return HKObjectType.electrocardiogramType()
        case HealthMetric.audiogram.types[0].identifier: return HKObjectType.audiogramSampleType()
        case HealthMetric.anxietyRisk.types[0].identifier: return HKScoredAssessmentType(.GAD7)
        case HealthMetric.depressionRisk.types[0].identifier: return HKScoredAssessmentType(.PHQ9)
        case HealthMetric.medicationDose.types[0].identifier:
            guard #available(iOS 26, macOS 26, *) else { return nil }
            return HKObjectType.medicationDoseEventType()
        default: return nil
        }
    }
}

extension SummarySample {
    /// A summary of a HealthKit sample; `nil` for a sample of another kind.
    ///
    /// - `medications`: the names of medications by the hash of their identifiers.
    init?(_ sample: HKSample, medications: [AnyHashable: String]) {
        let start = Instant(wholeSecondOf: sample.startDate)
        let end = Instant(wholeSecondOf: sample.endDate)
        var key = ""
        let properties: PropertyBag
        switch sample {
        case let mind as HKStateOfMind: properties = Self.properties(mind)
        case let ecg as HKElectrocardiogram: properties = Self.properties(ecg)
        case let audiogram as HKAudiogramSample: properties = Self.properties(audiogram)
        case let assessment as HKGAD7Assessment:
            properties = Self.properties(score: assessment.score, risk: assessment.risk.rawValue)
        case let assessment as HKPHQ9Assessment:
            properties = Self.properties(score: assessment.score, risk: assessment.risk.rawValue)
        default:
            guard #available(iOS 26, macOS 26, *), let dose = sample as? HKMedicationDoseEvent
            else { return nil }
            key = medications[dose.medicationConceptIdentifier] ?? ""
            properties = Self.properties(dose, name: key)
        }
        self.init(
            start: start,
            end: end > start ? end : nil,
            key: key,
            properties: properties,
            fingerprint: TrendyApple.fingerprint(of: sample.uuid)
        )
    }

    private static func properties(_ mind: HKStateOfMind) -> PropertyBag {
        var bag = PropertyBag()
        bag["valence"] = number(mind.valence)
        bag["kind"] = .text(mind.kind == .dailyMood ? "daily_mood" : "momentary_emotion")
        let labels = StateOfMindWords.labels(mind.labels.map(\.rawValue))
        if !labels.isEmpty { bag["labels"] = .text(labels) }
        let associations = StateOfMindWords.associations(mind.associations.map(\.rawValue))
        if !associations.isEmpty { bag["associations"] = .text(associations) }
        return bag
    }

    private static func properties(_ ecg: HKElectrocardiogram) -> PropertyBag {
        let beats = HKUnit.count().unitDivided(by: .minute())
        return Electrocardiogram(
            classification: ElectrocardiogramClassification(rawValue: ecg.classification.rawValue),
            averageHeartRate: ecg.averageHeartRate?.doubleValue(for: beats),
            samplingHertz: ecg.samplingFrequency?.doubleValue(for: .hertz()),
            hasSymptoms: ecg.symptomsStatus == .notSet ? nil : ecg.symptomsStatus == .present,
            device: ecg.sourceRevision.productType
        ).properties
    }

    private static func properties(_ sample: HKAudiogramSample) -> PropertyBag {
        var audiogram = Audiogram()
        let level = HKUnit.decibelHearingLevel()
        for point in sample.sensitivityPoints {
            audiogram.add(
                hertz: point.frequency.doubleValue(for: .hertz()),
                left: point.leftEarSensitivity?.doubleValue(for: level),
                right: point.rightEarSensitivity?.doubleValue(for: level)
            )
        }
        return audiogram.properties
    }

    private static func properties(score: Int, risk: Int) -> PropertyBag {
        var bag = PropertyBag()
        bag["score"] = .number(JSONNumber(Int64(score)))
        bag["risk"] = .number(JSONNumber(Int64(risk)))
        return bag
    }

    @available(iOS 26, macOS 26, *)
    private static func properties(_ dose: HKMedicationDoseEvent, name: String) -> PropertyBag {
        var bag = PropertyBag()
        if !name.isEmpty { bag["medication"] = .text(name) }
        bag["status"] = .text(
            MedicationDoseStatus(rawValue: dose.logStatus.rawValue)?.key ?? "other"
        )
        bag["dose"] = dose.doseQuantity.flatMap { number($0) }
        bag["scheduled_dose"] = dose.scheduledDoseQuantity.flatMap { number($0) }
        bag["dose_unit"] = .text(dose.unit.unitString)
        bag["scheduled_at"] = dose.scheduledDate.map { .instant(Instant(wholeSecondOf: $0)) }
        return bag
    }

    private static func number(_ value: Double) -> PropertyValue? {
        JSONNumber((value * 1000).rounded() / 1000).map { .number($0) }
    }
}
#endif

import Foundation
import HealthKit
import Testing

/// The quantities, categories and units that the store supports.
struct TypeCatalogTests {
    @Test(
        "Every kind of unit can be parsed and converted",
        arguments: [
            (98.6, "degF", "degC", 37.0), (-40, "degC", "degF", -40), (300, "K", "degC", 26.85),
            (120, "mmHg", "Pa", 15_998.686_489_8), (1, "atm", "mmHg", 759.999_892_6),
            (1, "inHg", "Pa", 3386.388_640_341), (10, "cmAq", "Pa", 980.665),
            (5.5, "mmol<180.15588000005408>/L", "mg/dL", 99.085_734),
            (90.077_94, "mg/dL", "mmol<180.15588000005408>/L", 5),
            (2, "S", "mcS", 2_000_000), (1, "kW", "W", 1000), (1, "W", "kcal/hr", 0.860_420_650_1),
            (3, "mL/(kg*min)", "mL/(kg*min)", 3), (8, "kcal/(kg*hr)", "kJ/(kg*hr)", 33.472),
            (60, "L/min", "L/s", 1), (1.5, "count/s", "count/min", 90), (0.5, "%", "%", 0.5),
            (400, "mcg", "mg", 0.4), (1, "V", "mcV", 1_000_000), (65, "dBASPL", "dBASPL", 65),
            (7, "appleEffortScore", "appleEffortScore", 7), (20, "dBHL", "dBHL", 20),
            (4, "IU", "IU", 4), (90, "deg", "rad", 1.570_796_326_79), (1, "klx", "lx", 1000),
            (1, "pt_imp", "mL", 568.261_25), (1, "cup_imp", "mL", 284.130_625),
            (2, "daL", "L", 20),
        ]
    )
    func conversion(value: Double, from: String, to: String, expected: Double) {
        let quantity = HKQuantity(unit: HKUnit(from: from), doubleValue: value)

        let converted = quantity.doubleValue(for: HKUnit(from: to))

        #expect(abs(converted - expected) < 1e-8 * max(1, abs(expected)))
    }

    @Test("Units of different kinds cannot be converted")
    func incompatible() {
        let level = HKQuantity(unit: .decibelAWeightedSoundPressureLevel(), doubleValue: 70)

        #expect(!level.is(compatibleWith: .decibelHearingLevel()))
        #expect(!level.is(compatibleWith: .count()))
        #expect(!HKQuantityType(.insulinDelivery).is(compatibleWith: .gram()))
        #expect(!HKQuantityType(.workoutEffortScore).is(compatibleWith: .count()))
    }

    @Test("Units made by functions equal those made from strings")
    func functions() {
        #expect(HKUnit.siemenUnit(with: .micro) == HKUnit(from: "mcS"))
        #expect(HKUnit.millimeterOfMercury() == HKUnit(from: "mmHg"))
        #expect(
            HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
                .unitDivided(by: .liter())
                == HKUnit(from: "mmol<180.15588000005408>/L")
        )
        #expect(HKUnit.appleEffortScore() == HKUnit(from: "appleEffortScore"))
        #expect(HKUnit.wattUnit(with: .kilo) == HKUnit(from: "kW"))
    }

    @Test(
        "Quantities have the canonical units of Apple",
        arguments: [
            (HKQuantityTypeIdentifier.bodyTemperature, "degC"), (.waterTemperature, "degF"),
            (.bloodGlucose, "mmol<180.15588000005408>/L"), (.bloodPressureSystolic, "mmHg"),
            (.environmentalAudioExposure, "dBASPL"), (.insulinDelivery, "IU"),
            (.runningPower, "W"), (.electrodermalActivity, "mcS"), (.vo2Max, "mL/(kg*min)"),
            (.physicalEffort, "kcal/(kg*hr)"), (.workoutEffortScore, "appleEffortScore"),
            (.peakExpiratoryFlowRate, "L/min"), (.respiratoryRate, "count/s"),
            (.forcedExpiratoryVolume1, "mL"), (.atrialFibrillationBurden, "%"),
            (.dietaryVitaminB12, "mcg"), (.timeInDaylight, "min"), (.cyclingCadence, "count/min"),
            (.runningVerticalOscillation, "cm"), (.walkingSpeed, "km/hr"), (.uvExposure, "count"),
            (.appleSleepingBreathingDisturbances, "count"), (.underwaterDepth, "ft"),
        ]
    )
    func canonicalUnits(identifier: HKQuantityTypeIdentifier, unit: String) {
        #expect(HKQuantityType(identifier).is(compatibleWith: HKUnit(from: unit)))
    }

    @Test("Quantities have Apple's aggregation styles")
    func styles() {
        #expect(
            HKQuantityType(.headphoneAudioExposure).aggregationStyle
                == .discreteEquivalentContinuousLevel
        )
        #expect(
            HKQuantityType(.atrialFibrillationBurden).aggregationStyle
                == .discreteTemporallyWeighted
        )
        #expect(HKQuantityType(.numberOfTimesFallen).aggregationStyle == .cumulative)
        #expect(HKQuantityType(.bloodGlucose).aggregationStyle == .discreteArithmetic)
    }

    @Test("Symptoms, reproductive health and notifications are categories")
    func categories() {
        for identifier: HKCategoryTypeIdentifier in [
            .headache, .wheezing, .menstrualFlow, .bleedingDuringPregnancy, .sleepApneaEvent,
            .hypertensionEvent, .headphoneAudioExposureEvent, .appleWalkingSteadinessEvent,
        ] {
            #expect(HKObjectType.categoryType(forIdentifier: identifier) != nil)
        }
        #expect(HKObjectType.categoryType(forIdentifier: .init(rawValue: "x")) == nil)
    }

    // Apple renamed the constant and kept its string.
    @Test("Events of loud environments keep the identifier of their former name")
    func loudEnvironments() {
        #expect(
            HKCategoryTypeIdentifier.environmentalAudioExposureEvent.rawValue
                == "HKCategoryTypeIdentifierAudioExposureEvent"
        )
    }
}

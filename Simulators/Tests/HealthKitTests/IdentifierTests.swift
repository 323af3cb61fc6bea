import HealthKit
import Testing

/// The identifiers of Apple's documentation.
struct IdentifierTests {
    private static let quantities = """
        ActiveEnergyBurned AppleExerciseTime AppleMoveTime AppleSleepingBreathingDisturbances
        AppleSleepingWristTemperature AppleStandTime AppleWalkingSteadiness
        AtrialFibrillationBurden BasalBodyTemperature BasalEnergyBurned BloodAlcoholContent
        BloodGlucose BloodPressureDiastolic BloodPressureSystolic BodyFatPercentage BodyMass
        BodyMassIndex BodyTemperature CrossCountrySkiingSpeed CyclingCadence
        CyclingFunctionalThresholdPower CyclingPower CyclingSpeed DietaryBiotin DietaryCaffeine
        DietaryCalcium DietaryCarbohydrates DietaryChloride DietaryCholesterol DietaryChromium
        DietaryCopper DietaryEnergyConsumed DietaryFatMonounsaturated DietaryFatPolyunsaturated
        DietaryFatSaturated DietaryFatTotal DietaryFiber DietaryFolate DietaryIodine DietaryIron
        DietaryMagnesium DietaryManganese DietaryMolybdenum DietaryNiacin DietaryPantothenicAcid
        DietaryPhosphorus DietaryPotassium DietaryProtein DietaryRiboflavin DietarySelenium
        DietarySodium DietarySugar DietaryThiamin DietaryVitaminA DietaryVitaminB12
        DietaryVitaminB6 DietaryVitaminC DietaryVitaminD DietaryVitaminE DietaryVitaminK
        DietaryWater DietaryZinc DistanceCrossCountrySkiing DistanceCycling
        DistanceDownhillSnowSports DistancePaddleSports DistanceRowing DistanceSkatingSports
        DistanceSwimming DistanceWalkingRunning DistanceWheelchair ElectrodermalActivity
        EnvironmentalAudioExposure EnvironmentalSoundReduction EstimatedWorkoutEffortScore
        FlightsClimbed ForcedExpiratoryVolume1 ForcedVitalCapacity HeadphoneAudioExposure
        HeartRate HeartRateRecoveryOneMinute HeartRateVariabilitySDNN Height InhalerUsage
        InsulinDelivery LeanBodyMass NikeFuel NumberOfAlcoholicBeverages NumberOfTimesFallen
        OxygenSaturation PaddleSportsSpeed PeakExpiratoryFlowRate PeripheralPerfusionIndex
        PhysicalEffort PushCount RespiratoryRate RestingHeartRate RowingSpeed
        RunningGroundContactTime RunningPower RunningSpeed RunningStrideLength
        RunningVerticalOscillation SixMinuteWalkTestDistance StairAscentSpeed StairDescentSpeed
        StepCount SwimmingStrokeCount TimeInDaylight UVExposure UnderwaterDepth VO2Max
        WaistCircumference WalkingAsymmetryPercentage WalkingDoubleSupportPercentage
        WalkingHeartRateAverage WalkingSpeed WalkingStepLength WaterTemperature
        WorkoutEffortScore
        """

    private static let categories = """
        AbdominalCramps Acne AppetiteChanges AppleStandHour AppleWalkingSteadinessEvent
        AudioExposureEvent BladderIncontinence BleedingAfterPregnancy BleedingDuringPregnancy
        Bloating BreastPain CervicalMucusQuality ChestTightnessOrPain Chills Constipation
        Contraceptive Coughing Diarrhea Dizziness DrySkin Fainting Fatigue Fever
        GeneralizedBodyAche HairLoss HandwashingEvent Headache HeadphoneAudioExposureEvent
        Heartburn HighHeartRateEvent HotFlashes HypertensionEvent InfrequentMenstrualCycles
        IntermenstrualBleeding IrregularHeartRhythmEvent IrregularMenstrualCycles Lactation
        LossOfSmell LossOfTaste LowCardioFitnessEvent LowHeartRateEvent LowerBackPain
        MemoryLapse MenstrualFlow MindfulSession MoodChanges Nausea NightSweats
        OvulationTestResult PelvicPain PersistentIntermenstrualBleeding Pregnancy
        PregnancyTestResult ProgesteroneTestResult ProlongedMenstrualPeriods
        RapidPoundingOrFlutteringHeartbeat RunnyNose SexualActivity ShortnessOfBreath
        SinusCongestion SkippedHeartbeat SleepAnalysis SleepApneaEvent SleepChanges SoreThroat
        ToothbrushingEvent VaginalDryness Vomiting Wheezing
        """

    @Test("All quantities of HealthKit are supported")
    func quantities() {
        let names = Self.quantities.split { $0 == " " || $0 == "\n" }
        #expect(names.count == 120)
        for name in names {
            let identifier = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifier\(name)")
            #expect(HKObjectType.quantityType(forIdentifier: identifier) != nil, "\(name)")
        }
    }

    @Test("All categories of HealthKit are supported")
    func categories() {
        let names = Self.categories.split { $0 == " " || $0 == "\n" }
        #expect(names.count == 69)
        for name in names {
            let identifier = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifier\(name)")
            #expect(HKObjectType.categoryType(forIdentifier: identifier) != nil, "\(name)")
        }
    }
}

import Foundation
import HealthKit
import Testing

/// Units, quantities and identifiers.
struct UnitTests {
    @Test(
        "Quantities can be converted to any compatible unit",
        arguments: [
            (1.0, "kcal", "kJ", 4.184), (1, "Cal", "kcal", 1), (1, "L", "mL", 1000),
            (1, "fl_oz_us", "mL", 29.5735295625), (1, "mi", "km", 1.609344),
            (1, "lb", "kg", 0.45359237), (1, "hr", "min", 60), (250, "ms", "s", 0.25),
            (1, "count/s", "count/min", 60), (37, "degC", "degF", 98.6), (0, "degC", "K", 273.15),
            (0.97, "%", "%", 0.97), (35, "mL/(kg*min)", "mL/(kg*min)", 35),
            (35, "mL/kg\u{B7}min", "L/(kg*min)", 0.035), (4, "m^2", "cm^2", 40_000),
        ]
    )
    func conversion(value: Double, from: String, to: String, expected: Double) {
        let quantity = HKQuantity(unit: HKUnit(from: from), doubleValue: value)

        #expect(
            abs(quantity.doubleValue(for: HKUnit(from: to)) - expected) < 1e-9 * max(1, expected)
        )
    }

    @Test("Units are known by name and can be divided")
    func names() {
        #expect(HKUnit.count().unitDivided(by: .minute()).unitString == "count/min")
        #expect(HKUnit.count().unitDivided(by: .minute()) == HKUnit(from: "count/min"))
        #expect(HKUnit.gramUnit(with: .kilo) == HKUnit(from: "kg"))
        #expect(HKUnit.secondUnit(with: .milli).unitString == "ms")
        #expect(HKUnit.fluidOunceUS().unitString == "fl_oz_us")
        #expect(HKQuantityType(.stepCount).is(compatibleWith: .count()))
        #expect(!HKQuantityType(.stepCount).is(compatibleWith: .meter()))
        #expect(HKUnit.percent().isNull())
    }

    // Apple raises an exception.
    @Test("An incompatible unit is a programmer error")
    func wrongUnit() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantity(unit: .count(), doubleValue: 1).doubleValue(for: .meter())
        }
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "parsec") }
    }

    @Test("Quantities are equal by their amount")
    func equality() {
        let kilogram = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 1)

        #expect(kilogram == HKQuantity(unit: .gram(), doubleValue: 1000))
        #expect(kilogram != HKQuantity(unit: .meter(), doubleValue: 1))
        #expect(kilogram.compare(HKQuantity(unit: .pound(), doubleValue: 1)) == .orderedDescending)
    }

    @Test("Types have Apple's identifiers and are equal by them")
    func identifiers() {
        #expect(HKQuantityTypeIdentifier.stepCount.rawValue == "HKQuantityTypeIdentifierStepCount")
        #expect(HKQuantityTypeIdentifier.vo2Max.rawValue == "HKQuantityTypeIdentifierVO2Max")
        #expect(
            HKQuantityTypeIdentifier.heartRateVariabilitySDNN.rawValue
                == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
        )
        #expect(
            HKCategoryType(.sleepAnalysis).identifier == "HKCategoryTypeIdentifierSleepAnalysis"
        )
        #expect(HKObjectType.workoutType().identifier == "HKWorkoutTypeIdentifier")
        #expect(HKQuantityType(.stepCount) == HKQuantityType(.stepCount))
        #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "x")) == nil)
        #expect(Set([HKQuantityType(.bodyMass), HKQuantityType(.bodyMass)]).count == 1)
        #expect(HKQuantityType(.heartRate).aggregationStyle == .discreteTemporallyWeighted)
        #expect(HKUpdateFrequency.weekly.rawValue == 4)
    }
}

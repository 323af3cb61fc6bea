import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Manual health measurements")
struct HealthMeasureTests {
    private static let start = at("2026-01-05T10:00:00Z")

    private static func session(lasting length: Duration) -> HealthMeasure {
        .mindfulness(from: start, until: start + length)
    }

    private static func workout(_ activity: String, lasting length: Duration) -> HealthMeasure {
        .workout(activity: activity, from: start, until: start + length)
    }

    @Test(
        "An amount is positive, and a session ends within a day",
        arguments: [
            (.water(milliliters: 0.1, at: start), true), (.water(milliliters: 0, at: start), false),
            (.water(milliliters: -1, at: start), false),
            (.water(milliliters: .infinity, at: start), false),
            (.bodyMass(kilograms: 71, at: start), true),
            (.bodyMass(kilograms: 0, at: start), false),
            (.bodyMass(kilograms: .nan, at: start), false),
            (session(lasting: .milliseconds(1)), true), (session(lasting: .zero), false),
            (session(lasting: .seconds(-60)), false), (session(lasting: .seconds(86_400)), true),
            (session(lasting: .milliseconds(86_400_001)), false),
            (workout("Running", lasting: .seconds(86_400)), true),
            (workout("Running", lasting: .milliseconds(86_400_001)), false),
            (workout("Running", lasting: .zero), false),
            (workout("running", lasting: .seconds(60)), false),
            (workout("Sleeping", lasting: .seconds(60)), false),
        ] as [(HealthMeasure, Bool)]
    )
    func isValid(measure: HealthMeasure, isValid: Bool) {
        #expect(measure.isValid == isValid)
    }

    @Test(
        "A measurement has the category, the times and the properties that capture writes",
        arguments: [
            (
                .water(milliliters: 250.12345, at: start), .water, false,
                ["milliliters": "250.123"]
            ),
            (.bodyMass(kilograms: 71.5, at: start), .bodyMass, false, ["kilograms": "71.5"]),
            (
                session(lasting: .milliseconds(600_500)), .mindfulness, true,
                ["duration": "600.5"]
            ),
            (
                workout("MixedCardio", lasting: .milliseconds(600_500)), .workout, true,
                [
                    "activity": "\"MixedCardio\"", "activity_name": "\"Mixed Cardio\"",
                    "duration": "600.5",
                ]
            ),
        ] as [(HealthMeasure, HealthMetric, Bool, [String: String])]
    )
    func content(
        measure: HealthMeasure,
        category: HealthMetric,
        isSession: Bool,
        values: [String: String]
    ) {
        #expect(measure.category == category)
        #expect(HealthMeasure.categories.contains(category))
        #expect(measure.start == Self.start)
        #expect(measure.end == (isSession ? Self.start + .milliseconds(600_500) : nil))
        #expect(measure.properties.texts == values)
    }
}

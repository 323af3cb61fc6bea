import Testing
import TrendyLocalization
import TrendyModel

@testable import TrendyHealth

@Suite("The catalogue of health metrics")
struct HealthCatalogueTests {
    @Test("All 120 quantity and 69 category types of HealthKit belong to a metric")
    func types() {
        let identifiers = Set(HealthMetric.allCases.flatMap(\.types).map(\.identifier))

        #expect(identifiers.count { $0.hasPrefix("HKQuantityTypeIdentifier") } == 120)
        #expect(identifiers.count { $0.hasPrefix("HKCategoryTypeIdentifier") } == 69)
    }

    @Test("Names are unique, for programs and for people regardless of case")
    func names() {
        let metrics = HealthMetric.allCases

        #expect(Set(metrics.map(\.rawValue)).count == metrics.count)
        #expect(Set(metrics.map { $0.text.lowercased() }).count == metrics.count)
    }

    @Test("Every metric has a name of its own in the table of names")
    func ownNames() {
        for metric in HealthMetric.allCases where !metric.isStandard {
            #expect(Strings.Metrics.name(metric.rawValue)?() == metric.text, "\(metric)")
        }
        #expect(HealthMetric.bloodPressure.text == "Blood Pressure")
    }

    @Test("A phone begins with the eleven metrics that the first version captured")
    func standard() {
        #expect(
            HealthMetric.standard.map(\.rawValue) == [
                "workout", "sleep", "steps", "active_energy", "heart_rate", "mindfulness", "water",
                "body_mass", "distance_walking_running", "flights_climbed",
                "heart_rate_variability",
            ]
        )
    }

    @Test(
        "A name is the words of Apple's identifier",
        arguments: [
            ("HKQuantityTypeIdentifierOxygenSaturation", "oxygen_saturation"),
            ("HKQuantityTypeIdentifierVO2Max", "vo2_max"),
            ("HKQuantityTypeIdentifierUVExposure", "uv_exposure"),
            ("HKQuantityTypeIdentifierDietaryVitaminB12", "dietary_vitamin_b12"),
            ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "heart_rate_variability_sdnn"),
            ("HKCategoryTypeIdentifierAppleStandHour", "apple_stand_hour"),
            ("HKDataTypeSleepDurationGoal", "sleep_duration_goal"),
            ("HKScoredAssessmentTypeIdentifierGAD7", "gad7"),
            ("Some odd·type", "some_odd_type"), ("", ""),
        ]
    )
    func keys(identifier: String, key: String) {
        #expect(HealthMetric.key(ofIdentifier: identifier) == key)
    }

    @Test("Rows are named by their identifier")
    func rows() {
        for metric in HealthMetric.allCases where !metric.isStandard && metric.types.count == 1 {
            let type = metric.types[0]
            guard type.kind != .summary, !HealthMetric.aliases.values.contains(type.identifier)
            else { continue }
            #expect(metric.rawValue == HealthMetric.key(ofIdentifier: type.identifier))
        }
    }

    @Test("The values of a set have unique numbers and keys, and every label finds its number")
    func valueSets() {
        for metric in HealthMetric.allCases {
            guard case .category(let set) = metric.types[0].kind else { continue }
            #expect(Set(set.values.map(\.rawValue)).count == set.values.count, "\(set.name)")
            #expect(Set(set.values.map(\.key)).count == set.values.count, "\(set.name)")
            for value in set.values {
                #expect(set.known(value.rawValue) == value.rawValue)
                #expect(value.labels.allSatisfy { set.rawValue(ofLabel: $0) == value.rawValue })
            }
            #expect(set.rawValue(ofLabel: "HKCategoryValueOfALaterVersion") == -1)
            #expect(set.known(999) == -1)
        }
    }

    @Test(
        "An unknown amount sums up when it lasts and its unit adds up, and is a reading otherwise"
    )
    func inferredAmounts() {
        func aggregation(_ unit: String, lasts: Bool) -> HealthAggregation {
            HealthMetric.inferred(
                identifier: "HKQuantityTypeIdentifierFuture",
                unit: HealthUnit(rawValue: unit),
                hasDurations: lasts
            ).aggregation
        }

        #expect(aggregation("count", lasts: true) == .cumulative)
        #expect(aggregation("km", lasts: true) == .cumulative)
        #expect(aggregation("count", lasts: false) == .discrete)
        #expect(aggregation("count/min", lasts: true) == .discrete)
        #expect(aggregation("%", lasts: true) == .discrete)
    }

    @Test("An unknown type keeps the name that a version that knows it gives it")
    func inferredNames() {
        func name(_ identifier: String, isNameTaken: Bool = false) -> String {
            HealthMetric.inferred(
                identifier: identifier,
                unit: nil,
                hasDurations: false,
                isNameTaken: isNameTaken
            ).rawValue
        }

        #expect(name("HKCategoryTypeIdentifierFutureThing") == "future_thing")
        #expect(name("HKCategoryTypeIdentifierSteps").hasPrefix("steps_"))
        #expect(name("HKCategoryTypeIdentifierFutureThing", isNameTaken: true) != "future_thing")
        #expect(name("睡眠").hasPrefix("unknown_"))
        #expect(name(String(repeating: "x", count: 5000)).utf8.count <= 100)
    }
}

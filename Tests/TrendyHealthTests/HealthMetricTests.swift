import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Health metrics and their names")
struct HealthMetricTests {
    @Test("A phone or watch records daily categories at least once in 26 hours")
    func longestGaps() {
        let daily: Set<HealthMetric> = [
            .steps, .activeEnergy, .heartRate, .distanceWalkingRunning,
        ]

        for category in HealthMetric.allCases where daily.contains(category) {
            #expect(category.longestGap == .seconds(93_600), "\(category)")
        }
        #expect(HealthMetric.water.longestGap == nil)
        #expect(HealthMetric.sleep.longestGap == nil)
    }

    @Test("A night needs the samples of two days around it, and a workout those of two seconds")
    func lookarounds() {
        for category in HealthMetric.allCases {
            let expected: Duration =
                switch category {
                case .sleep: .seconds(172_800)
                case .workout: .seconds(2)
                default: .zero
                }
            #expect(category.lookaround == expected, "\(category)")
        }
        #expect(HealthMetric.sleep.gap == .seconds(3600))
        #expect(HealthMetric.workout.gap == .seconds(2))
        #expect(HealthMetric.steps.gap == .zero)
        #expect(HealthMetric.allCases.filter(\.numbersResults) == [.sleep])
    }

    @Test("A category is found by its name, and equal to no other")
    func names() {
        for category in HealthMetric.allCases {
            #expect(HealthMetric(rawValue: category.rawValue) == category)
            #expect(category.description == category.rawValue)
        }
        #expect(HealthMetric(rawValue: "shoe_size") == nil)
        #expect(HealthMetric.steps.eventType.name == "Steps")
        #expect(HealthMetric.steps.eventType.color == "#3C9D5D")
        #expect(HealthMetric.steps.eventType.icon == "figure.walk")
    }

    @Test("The name of an activity has a space before each of its words but the first")
    func activityText() {
        #expect(WorkoutActivity.text(for: "Running") == "Running")
        #expect(WorkoutActivity.text(for: "TaiChi") == "Tai Chi")
        #expect(
            WorkoutActivity.text(for: "TraditionalStrengthTraining")
                == "Traditional Strength Training"
        )
        #expect(WorkoutActivity.text(for: "") == "")
    }

    @Test(
        "An activity has HealthKit's name, and an unknown one is another activity",
        arguments: [
            (0, "Other"), (1, "AmericanFootball"), (13, "Cycling"), (37, "Running"),
            (52, "Walking"), (57, "Yoga"), (80, "Cooldown"), (81, "Other"), (82, "SwimBikeRun"),
            (84, "UnderwaterDiving"), (85, "Other"), (3000, "Other"), (.max, "Other"),
        ] as [(UInt, String)]
    )
    func activityNames(rawValue: UInt, name: String) {
        #expect(WorkoutActivity.name(ofRawValue: rawValue) == name)
    }

    @Test("An activity is found regardless of case, but not by a part of its name")
    func activityMatching() {
        #expect(WorkoutActivity.name(matching: "running") == "Running")
        #expect(WorkoutActivity.name(matching: "TAICHI") == "TaiChi")
        #expect(WorkoutActivity.name(matching: "Run") == nil)
        #expect(WorkoutActivity.name(matching: "") == nil)
    }

    @Test("An error describes its code and HealthKit's own description")
    func errors() {
        let denied = HealthSourceError(.denied, details: "Not authorized.")

        #expect(denied.description == "denied: Not authorized.")
        #expect(HealthSourceError(.locked).description == "locked")
        #expect(denied.reason == .healthData(.denied, details: "Not authorized."))
        #expect(
            HealthSourceError(.init(rawValue: "of_a_later_version"), details: "x").reason
                == .healthData(.failed, details: "x")
        )
    }

    @Test("A signal is answered once: when it is completed, or else when it is released")
    func signals() {
        let answers = Counter()
        do {
            let completed = HealthSignal([.steps]) { answers.increase() }
            completed.complete()
            completed.complete()
            #expect(answers.count == 1)
        }
        #expect(answers.count == 1)
        do {
            let released = HealthSignal([.steps]) { answers.increase() }
            withExtendedLifetime(released) { #expect(answers.count == 1) }
        }
        #expect(answers.count == 2)
    }
}

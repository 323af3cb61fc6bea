extension HealthMetric {
    /// The rows of the group activity.
    static let activityRows: [HealthMetric] = [
        .quantity(
            "AppleExerciseTime",
            .minutes,
            .cumulative,
            .activity,
            icon: "figure.run",
            plausible: 0...1440,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "AppleMoveTime",
            .minutes,
            .cumulative,
            .activity,
            icon: "figure.walk.motion",
            plausible: 0...1440,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "AppleStandTime",
            .minutes,
            .cumulative,
            .activity,
            icon: "figure.stand",
            plausible: 0...1440,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "BasalEnergyBurned",
            .kilocalories,
            .cumulative,
            .activity,
            icon: "flame",
            plausible: 0...20_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "CrossCountrySkiingSpeed",
            .metersPerSecond,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...50
        ),
        .quantity(
            "CyclingCadence",
            .perMinute,
            .discrete,
            .activity,
            icon: "metronome",
            plausible: 0...400
        ),
        .quantity(
            "CyclingFunctionalThresholdPower",
            .watts,
            .latest,
            .activity,
            icon: "bolt.fill",
            plausible: 0...3000
        ),
        .quantity("CyclingPower", .watts, .discrete, .activity, icon: "bolt", plausible: 0...5000),
        .quantity(
            "CyclingSpeed",
            .metersPerSecond,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...100
        ),
        .quantity(
            "DistanceCrossCountrySkiing",
            .meters,
            .cumulative,
            .activity,
            icon: "figure.skiing.crosscountry",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceCycling",
            .meters,
            .cumulative,
            .activity,
            icon: "bicycle",
            plausible: 0...2_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceDownhillSnowSports",
            .meters,
            .cumulative,
            .activity,
            icon: "figure.skiing.downhill",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistancePaddleSports",
            .meters,
            .cumulative,
            .activity,
            icon: "water.waves",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceRowing",
            .meters,
            .cumulative,
            .activity,
            icon: "oar.2.crossed",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceSkatingSports",
            .meters,
            .cumulative,
            .activity,
            icon: "snowflake",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceSwimming",
            .meters,
            .cumulative,
            .activity,
            icon: "figure.pool.swim",
            plausible: 0...300_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "DistanceWheelchair",
            .meters,
            .cumulative,
            .activity,
            icon: "figure.roll",
            plausible: 0...1_000_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "EstimatedWorkoutEffortScore",
            .effortScore,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.50percent",
            plausible: 0...10
        ),
        .quantity(
            "NikeFuel",
            .count,
            .cumulative,
            .activity,
            icon: "bolt.circle",
            plausible: 0...200_000,
            delivery: .hourly
        ),
        .quantity(
            "PaddleSportsSpeed",
            .metersPerSecond,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...50
        ),
        .quantity(
            "PhysicalEffort",
            .effort,
            .discrete,
            .activity,
            icon: "figure.strengthtraining.traditional",
            plausible: 0...50,
            hasHours: true
        ),
        .quantity(
            "PushCount",
            .count,
            .cumulative,
            .activity,
            icon: "figure.roll.runningpace",
            plausible: 0...200_000,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity(
            "RowingSpeed",
            .metersPerSecond,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...50
        ),
        .quantity("RunningPower", .watts, .discrete, .activity, icon: "bolt", plausible: 0...5000),
        .quantity(
            "RunningSpeed",
            .metersPerSecond,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...50
        ),
        .quantity(
            "SwimmingStrokeCount",
            .count,
            .cumulative,
            .activity,
            icon: "figure.pool.swim",
            plausible: 0...100_000,
            delivery: .hourly
        ),
        .quantity(
            "UnderwaterDepth",
            .meters,
            .discrete,
            .activity,
            icon: "arrow.down.to.line",
            plausible: 0...400
        ),
        .quantity(
            "WorkoutEffortScore",
            .effortScore,
            .discrete,
            .activity,
            icon: "gauge.with.dots.needle.50percent",
            plausible: 0...10
        ),
        .category(
            "AppleStandHour",
            .value,
            .activity,
            icon: "figure.stand",
            values: .appleStandHour,
            valueProperty: "count_stood"
        ),
    ]
}

extension HealthMetric {
    /// The rows of the group mobility.
    static let mobilityRows: [HealthMetric] = [
        .quantity(
            "AppleWalkingSteadiness",
            .percent,
            .discrete,
            .mobility,
            icon: "figure.walk",
            plausible: 0...100
        ),
        .quantity(
            "RunningGroundContactTime",
            .milliseconds,
            .discrete,
            .mobility,
            icon: "stopwatch",
            plausible: 0...5000
        ),
        .quantity(
            "RunningStrideLength",
            .meters,
            .discrete,
            .mobility,
            icon: "figure.run",
            plausible: 0...10
        ),
        .quantity(
            "RunningVerticalOscillation",
            .centimeters,
            .discrete,
            .mobility,
            icon: "arrow.up.and.down",
            plausible: 0...100
        ),
        .quantity(
            "SixMinuteWalkTestDistance",
            .meters,
            .discrete,
            .mobility,
            icon: "timer",
            plausible: 0...2000
        ),
        .quantity(
            "StairAscentSpeed",
            .metersPerSecond,
            .discrete,
            .mobility,
            icon: "arrow.up.right",
            plausible: 0...20
        ),
        .quantity(
            "StairDescentSpeed",
            .metersPerSecond,
            .discrete,
            .mobility,
            icon: "arrow.down.right",
            plausible: 0...20
        ),
        .quantity(
            "WalkingAsymmetryPercentage",
            .percent,
            .discrete,
            .mobility,
            icon: "figure.walk",
            plausible: 0...100
        ),
        .quantity(
            "WalkingDoubleSupportPercentage",
            .percent,
            .discrete,
            .mobility,
            icon: "figure.walk",
            plausible: 0...100
        ),
        .quantity(
            "WalkingSpeed",
            .metersPerSecond,
            .discrete,
            .mobility,
            icon: "gauge.with.dots.needle.67percent",
            plausible: 0...20
        ),
        .quantity(
            "WalkingStepLength",
            .centimeters,
            .discrete,
            .mobility,
            icon: "ruler",
            plausible: 0...300
        ),
        .category(
            "AppleWalkingSteadinessEvent",
            .value,
            .mobility,
            icon: "figure.walk",
            values: .appleWalkingSteadinessEvent
        ),
    ]
}

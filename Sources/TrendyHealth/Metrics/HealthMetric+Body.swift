extension HealthMetric {
    /// The rows of the group body.
    static let bodyRows: [HealthMetric] = [
        .quantity(
            "AppleSleepingWristTemperature",
            .celsius,
            .discrete,
            .body,
            icon: "thermometer.medium",
            plausible: -50...100
        ),
        .quantity(
            "BodyFatPercentage",
            .percent,
            .discrete,
            .body,
            icon: "percent",
            plausible: 0...100
        ),
        .quantity(
            "BodyMassIndex",
            .count,
            .discrete,
            .body,
            icon: "scalemass.fill",
            plausible: 0...300
        ),
        .quantity(
            "ElectrodermalActivity",
            .microsiemens,
            .discrete,
            .body,
            icon: "bolt",
            plausible: 0...1000
        ),
        .quantity("Height", .centimeters, .latest, .body, icon: "ruler", plausible: 10...300),
        .quantity(
            "LeanBodyMass",
            .kilograms,
            .discrete,
            .body,
            icon: "figure.stand",
            plausible: 0...500
        ),
        .quantity(
            "WaistCircumference",
            .centimeters,
            .discrete,
            .body,
            icon: "ruler.fill",
            plausible: 10...500
        ),
    ]
}

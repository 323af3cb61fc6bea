extension HealthMetric {
    /// The rows of the group other.
    static let otherRows: [HealthMetric] = [
        .quantity(
            "BloodAlcoholContent",
            .percent,
            .discrete,
            .other,
            icon: "percent",
            plausible: 0...100
        ),
        .quantity(
            "InsulinDelivery",
            .internationalUnits,
            .cumulative,
            .other,
            icon: "syringe",
            plausible: 0...2000
        ),
        .quantity(
            "NumberOfAlcoholicBeverages",
            .count,
            .cumulative,
            .other,
            icon: "wineglass",
            plausible: 0...200
        ),
        .quantity(
            "NumberOfTimesFallen",
            .count,
            .cumulative,
            .other,
            icon: "exclamationmark.triangle",
            plausible: 0...1000
        ),
        .quantity(
            "TimeInDaylight",
            .minutes,
            .cumulative,
            .other,
            icon: "sun.max.fill",
            plausible: 0...1440,
            hasHours: true,
            delivery: .hourly
        ),
        .quantity("UVExposure", .count, .discrete, .other, icon: "sun.max", plausible: 0...50),
        .quantity(
            "WaterTemperature",
            .celsius,
            .discrete,
            .other,
            icon: "thermometer.medium",
            plausible: -50...100
        ),
        .category("HandwashingEvent", .duration, .other, icon: "bubbles.and.sparkles"),
        .category("ToothbrushingEvent", .duration, .other, icon: "mouth"),
    ]
}

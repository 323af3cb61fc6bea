extension HealthMetric {
    /// The rows of the group reproductive.
    static let reproductiveRows: [HealthMetric] = [
        .quantity(
            "BasalBodyTemperature",
            .celsius,
            .discrete,
            .reproductive,
            icon: "thermometer.medium",
            plausible: -50...100
        ),
        .category(
            "BleedingAfterPregnancy",
            .value,
            .reproductive,
            icon: "drop",
            values: .vaginalBleeding
        ),
        .category(
            "BleedingDuringPregnancy",
            .value,
            .reproductive,
            icon: "drop",
            values: .vaginalBleeding
        ),
        .category(
            "CervicalMucusQuality",
            .value,
            .reproductive,
            icon: "drop.triangle",
            values: .cervicalMucusQuality
        ),
        .category("Contraceptive", .value, .reproductive, icon: "pills", values: .contraceptive),
        .category(
            "InfrequentMenstrualCycles",
            .count,
            .reproductive,
            icon: "calendar.badge.exclamationmark"
        ),
        .category("IntermenstrualBleeding", .count, .reproductive, icon: "drop"),
        .category(
            "IrregularMenstrualCycles",
            .count,
            .reproductive,
            icon: "calendar.badge.exclamationmark"
        ),
        .category("Lactation", .count, .reproductive, icon: "drop.fill"),
        .category(
            "MenstrualFlow",
            .value,
            .reproductive,
            icon: "drop.fill",
            values: .vaginalBleeding
        ),
        .category(
            "OvulationTestResult",
            .value,
            .reproductive,
            icon: "testtube.2",
            values: .ovulationTestResult
        ),
        .category(
            "PersistentIntermenstrualBleeding",
            .count,
            .reproductive,
            icon: "calendar.badge.exclamationmark"
        ),
        .category("Pregnancy", .count, .reproductive, icon: "figure.stand"),
        .category(
            "PregnancyTestResult",
            .value,
            .reproductive,
            icon: "testtube.2",
            values: .pregnancyTestResult
        ),
        .category(
            "ProgesteroneTestResult",
            .value,
            .reproductive,
            icon: "testtube.2",
            values: .progesteroneTestResult
        ),
        .category(
            "ProlongedMenstrualPeriods",
            .count,
            .reproductive,
            icon: "calendar.badge.exclamationmark"
        ),
        .category("SexualActivity", .count, .reproductive, icon: "heart"),
    ]
}

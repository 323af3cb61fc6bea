/// The Open mHealth data point of a health metric.
///
/// Schemas are those of openmhealth.org (namespace `omh`, github.com/openmhealth/schemas), which
/// IEEE 1752.1 adopted for activity and sleep.
struct OpenMHealthMapping {
    /// The name of the schema.
    let schema: StaticString
    /// The version of the schema.
    let version: StaticString
    /// The name of the measure in the body.
    let measure: StaticString
    /// The unit that the schema names.
    let unit: StaticString
    /// The properties with the value, in the order of preference.
    let properties: [StaticString]
    /// Whether the schema needs a period.
    var needsPeriod = false

    /// The mapping of a metric, such as `steps`; `nil` when it has none.
    ///
    /// Blood pressure, sleep and workouts have bodies of their own (``OpenMHealthWriter``).
    static func of(_ category: String) -> OpenMHealthMapping? { table[category] }

    private static let reading: [StaticString] = ["average", "last", "value"]

    private static func measure(
        _ schema: StaticString,
        _ version: StaticString,
        _ measure: StaticString,
        _ unit: StaticString,
        _ properties: [StaticString] = reading,
        needsPeriod: Bool = false
    ) -> OpenMHealthMapping {
        OpenMHealthMapping(
            schema: schema,
            version: version,
            measure: measure,
            unit: unit,
            properties: properties,
            needsPeriod: needsPeriod
        )
    }

    private static let table: [String: OpenMHealthMapping] = [
        "steps": measure(
            "step-count",
            "3.0",
            "step_count",
            "steps",
            ["count", "sum"],
            needsPeriod: true
        ),
        "active_energy": measure(
            "calories-burned",
            "2.0",
            "kcal_burned",
            "kcal",
            ["kilocalories", "sum"],
            needsPeriod: true
        ),
        "heart_rate": measure("heart-rate", "2.0", "heart_rate", "beats/min"),
        "body_mass": measure("body-weight", "2.0", "body_weight", "kg", ["kilograms"] + reading),
        "height": measure("body-height", "1.0", "body_height", "cm", ["centimeters"] + reading),
        "body_mass_index": measure("body-mass-index", "2.0", "body_mass_index", "kg/m^2"),
        "body_fat_percentage": measure(
            "body-fat-percentage",
            "1.0",
            "body_fat_percentage",
            "%"
        ),
        "oxygen_saturation": measure("oxygen-saturation", "2.0", "oxygen_saturation", "%"),
        "respiratory_rate": measure("respiratory-rate", "2.0", "respiratory_rate", "breaths/min"),
        "body_temperature": measure("body-temperature", "3.0", "body_temperature", "C"),
        "blood_glucose": measure("blood-glucose", "3.0", "blood_glucose", "mg/dL"),
    ]
}

/// The FHIR observation of a health metric.
///
/// Codes are of LOINC (loinc.org), units of UCUM (ucum.org). The vital signs follow the profiles of
/// FHIR R4 (hl7.org/fhir/R4/observation-vitalsigns.html): body weight, height, body mass index,
/// heart rate, respiratory rate, oxygen saturation, body temperature and blood pressure.
struct FHIRMapping {
    /// A code of LOINC with its long common name.
    struct Code {
        let code: StaticString
        let display: StaticString
    }

    /// A part of an observation: its code, the property with its value, and its unit.
    struct Part {
        let code: Code
        let property: StaticString
        let unit: StaticString
    }

    let code: Code
    /// A second code, which the profile of the vital sign requires; `nil` when there is none.
    var profileCode: Code?
    /// Whether it is a vital sign; activity otherwise.
    let isVitalSign: Bool
    /// The properties with the value, in the order of preference; empty for a panel.
    let properties: [StaticString]
    let unit: StaticString
    /// Parts with codes of their own.
    var parts: [Part] = []

    private init(
        _ code: StaticString,
        _ display: StaticString,
        _ unit: StaticString,
        _ properties: [StaticString],
        isVitalSign: Bool = true,
        profileCode: Code? = nil,
        parts: [Part] = []
    ) {
        self.profileCode = profileCode
        self.code = Code(code: code, display: display)
        self.unit = unit
        self.properties = properties
        self.isVitalSign = isVitalSign
        self.parts = parts
    }

    /// The mapping of a metric, such as `steps`; `nil` when it has none.
    static func of(_ category: String) -> FHIRMapping? { table[category] }

    /// The properties of a measurement, or of the readings of a day.
    private static let reading: [StaticString] = ["average", "last", "value"]

    private static func activity(
        _ code: StaticString,
        _ display: StaticString,
        _ unit: StaticString,
        _ properties: [StaticString],
        parts: [Part] = []
    ) -> FHIRMapping {
        FHIRMapping(code, display, unit, properties, isVitalSign: false, parts: parts)
    }

    private static func part(
        _ code: StaticString,
        _ display: StaticString,
        _ property: StaticString,
        _ unit: StaticString
    ) -> Part {
        Part(code: Code(code: code, display: display), property: property, unit: unit)
    }

    private static let table: [String: FHIRMapping] = vitalSigns.merging(activities) { $1 }

    private static let vitalSigns: [String: FHIRMapping] = [
        "heart_rate": FHIRMapping(
            "8867-4",
            "Heart rate",
            "/min",
            reading,
            parts: [part("40443-4", "Heart rate --resting", "resting", "/min")]
        ),
        "resting_heart_rate": FHIRMapping("40443-4", "Heart rate --resting", "/min", reading),
        "heart_rate_variability": FHIRMapping(
            "80404-7",
            "R-R interval.standard deviation (Heart rate variability)",
            "ms",
            reading
        ),
        "respiratory_rate": FHIRMapping("9279-1", "Respiratory rate", "/min", reading),
        "oxygen_saturation": FHIRMapping(
            "59408-5",
            "Oxygen saturation in Arterial blood by Pulse oximetry",
            "%",
            reading,
            profileCode: Code(code: "2708-6", display: "Oxygen saturation in Arterial blood")
        ),
        "body_temperature": FHIRMapping("8310-5", "Body temperature", "Cel", reading),
        "body_mass": FHIRMapping("29463-7", "Body weight", "kg", ["kilograms"] + reading),
        "height": FHIRMapping("8302-2", "Body height", "cm", ["centimeters"] + reading),
        "body_mass_index": FHIRMapping(
            "39156-5",
            "Body mass index (BMI) [Ratio]",
            "kg/m2",
            reading
        ),
        "body_fat_percentage": FHIRMapping(
            "41982-0",
            "Percentage of body fat Measured",
            "%",
            reading
        ),
        "waist_circumference": FHIRMapping(
            "8280-0",
            "Waist Circumference at umbilicus by Tape measure",
            "cm",
            reading
        ),
        "blood_glucose": FHIRMapping(
            "2339-0",
            "Glucose [Mass/volume] in Blood",
            "mg/dL",
            reading
        ),
        "blood_pressure": FHIRMapping(
            "85354-9",
            "Blood pressure panel with all children optional",
            "mm[Hg]",
            [],
            parts: [
                part("8480-6", "Systolic blood pressure", "systolic", "mm[Hg]"),
                part("8462-4", "Diastolic blood pressure", "diastolic", "mm[Hg]"),
            ]
        ),
        "vo2_max": FHIRMapping(
            "94122-9",
            "Oxygen consumption (VO2)/Body weight [Volume Rate Content] --peak during exercise",
            "mL/min/kg",
            reading
        ),
    ]

    private static let activities: [String: FHIRMapping] = [
        "steps": activity(
            "41950-7",
            "Number of steps in 24 hour Measured",
            "{steps}",
            ["count", "sum"]
        ),
        "active_energy": activity("41981-2", "Calories burned", "kcal", ["kilocalories", "sum"]),
        "distance_walking_running": activity(
            "41953-1",
            "Walking distance 24 hour Calculated",
            "m",
            ["meters", "sum"]
        ),
        "flights_climbed": activity(
            "100304-5",
            "Flights climbed [#] Reporting Period",
            "{flights}",
            ["count", "sum"]
        ),
        "dietary_energy_consumed": activity("9052-2", "Calorie intake total", "kcal", ["sum"]),
        "sleep": activity(
            "93832-4",
            "Sleep duration",
            "s",
            ["asleep"],
            parts: [
                part("93830-8", "Light sleep duration", "core", "s"),
                part("93831-6", "Deep sleep duration", "deep", "s"),
                part("93829-0", "REM sleep duration", "rem", "s"),
            ]
        ),
        "workout": activity(
            "55411-3",
            "Exercise duration",
            "s",
            ["duration"],
            parts: [
                part("41981-2", "Calories burned", "energy_kilocalories", "kcal"),
                part("8867-4", "Heart rate", "average_heart_rate", "/min"),
            ]
        ),
    ]
}

/// The unit of a quantity type: the one that the truth is in, and the ones that exports print.
package struct GeneratedUnit: Sendable, Hashable {
    /// A unit that an export prints.
    struct Printed: Hashable {
        /// Apple's spelling, as it appears in exports.
        let name: String
        /// The factor from the printed number to the unit of the truth.
        var scale = 1.0
        /// The addend from the printed number, after ``scale``, to the unit of the truth.
        var offset = 0.0

        /// The amount of a printed number in the unit of the truth.
        func amount(of printed: Double) -> Double { printed * scale + offset }

        /// The number to print for an amount in the unit of the truth.
        func printed(_ amount: Double) -> Double { (amount - offset) / scale }
    }

    /// Apple's spelling of the unit that the truth is in.
    package let name: String
    /// The unit that a person with metric units sees.
    let metric: Printed
    /// The unit that a person with imperial units sees.
    let imperial: Printed
    /// Whether amounts are whole numbers.
    let isWhole: Bool

    private init(
        _ name: String,
        metric: Printed? = nil,
        imperial: Printed? = nil,
        isWhole: Bool = false
    ) {
        self.name = name
        self.metric = metric ?? Printed(name: name)
        self.imperial = imperial ?? self.metric
        self.isWhole = isWhole
    }

    /// The unit that an export prints.
    func printed(in system: FixtureUnits) -> Printed {
        system == .metric ? metric : imperial
    }

    static let count = GeneratedUnit("count", isWhole: true)
    static let index = GeneratedUnit("count")
    static let effortScore = GeneratedUnit("appleEffortScore", isWhole: true)
    static let perMinute = GeneratedUnit("count/min")
    static let minutes = GeneratedUnit("min")
    static let milliseconds = GeneratedUnit("ms")
    static let watts = GeneratedUnit("W")
    static let decibels = GeneratedUnit("dBASPL")
    static let pressure = GeneratedUnit("mmHg", isWhole: true)
    static let microsiemens = GeneratedUnit("mcS")
    static let internationalUnits = GeneratedUnit("IU")
    static let micrograms = GeneratedUnit("mcg")
    static let milligrams = GeneratedUnit("mg")
    static let grams = GeneratedUnit("g")
    /// Exports print percentages as fractions.
    static let percent = GeneratedUnit("%", metric: Printed(name: "%", scale: 100))
    static let energy = GeneratedUnit(
        "kcal",
        metric: Printed(name: "kJ", scale: 1 / 4.184),
        imperial: Printed(name: "Cal")
    )
    static let length = GeneratedUnit(
        "m",
        metric: Printed(name: "km", scale: 1000),
        imperial: Printed(name: "mi", scale: 1609.344)
    )
    static let depth = GeneratedUnit("m", imperial: Printed(name: "ft", scale: 0.3048))
    static let poolLength = GeneratedUnit("m", imperial: Printed(name: "yd", scale: 0.9144))
    static let centimeters = GeneratedUnit("cm", imperial: Printed(name: "in", scale: 2.54))
    static let vertical = GeneratedUnit("cm")
    static let mass = GeneratedUnit("kg", imperial: Printed(name: "lb", scale: 0.45359237))
    static let temperature = GeneratedUnit(
        "degC",
        imperial: Printed(name: "degF", scale: 5.0 / 9, offset: -160.0 / 9)
    )
    static let speed = GeneratedUnit(
        "m/s",
        metric: Printed(name: "km/hr", scale: 1 / 3.6),
        imperial: Printed(name: "mi/hr", scale: 0.44704)
    )
    static let metersPerSecond = GeneratedUnit(
        "m/s",
        imperial: Printed(name: "ft/s", scale: 0.3048)
    )
    static let glucose = GeneratedUnit(
        "mg/dL",
        metric: Printed(name: "mmol<180.1558800000541>/L", scale: 18.01558800000541),
        imperial: Printed(name: "mg/dL")
    )
    static let milliliters = GeneratedUnit("mL")
    static let liters = GeneratedUnit("L", imperial: Printed(name: "mL", scale: 0.001))
    static let flow = GeneratedUnit("L/min")
    static let oxygenUptake = GeneratedUnit(
        "mL/(kg*min)",
        metric: Printed(name: "mL/min·kg")
    )
    static let effort = GeneratedUnit(
        "kcal/(kg*hr)",
        metric: Printed(name: "kcal/hr·kg")
    )
}

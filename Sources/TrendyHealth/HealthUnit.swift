/// The unit of an amount, in the spelling of Apple's `HKUnit`.
///
/// Percentages are stored as 97, not as 0.97.
public struct HealthUnit: RawRepresentable, Sendable, Hashable {
    /// Apple's spelling.
    public let rawValue: String

    /// Creates a unit in Apple's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A count.
    public static let count = HealthUnit(rawValue: "count")
    /// Kilocalories.
    public static let kilocalories = HealthUnit(rawValue: "kcal")
    /// A rate per minute.
    public static let perMinute = HealthUnit(rawValue: "count/min")
    /// Millilitres.
    public static let milliliters = HealthUnit(rawValue: "mL")
    /// Litres.
    public static let liters = HealthUnit(rawValue: "L")
    /// Litres per minute.
    public static let litersPerMinute = HealthUnit(rawValue: "L/min")
    /// Kilograms.
    public static let kilograms = HealthUnit(rawValue: "kg")
    /// Grams.
    public static let grams = HealthUnit(rawValue: "g")
    /// Milligrams.
    public static let milligrams = HealthUnit(rawValue: "mg")
    /// Micrograms.
    public static let micrograms = HealthUnit(rawValue: "mcg")
    /// Metres.
    public static let meters = HealthUnit(rawValue: "m")
    /// Centimetres.
    public static let centimeters = HealthUnit(rawValue: "cm")
    /// Metres per second.
    public static let metersPerSecond = HealthUnit(rawValue: "m/s")
    /// Milliseconds.
    public static let milliseconds = HealthUnit(rawValue: "ms")
    /// Minutes.
    public static let minutes = HealthUnit(rawValue: "min")
    /// Percent, 0 to 100.
    public static let percent = HealthUnit(rawValue: "%")
    /// Degrees Celsius.
    public static let celsius = HealthUnit(rawValue: "degC")
    /// Decibels of sound pressure, A-weighted.
    public static let decibels = HealthUnit(rawValue: "dBASPL")
    /// Millimetres of mercury.
    public static let mmHg = HealthUnit(rawValue: "mmHg")
    /// Milligrams per decilitre.
    public static let milligramsPerDeciliter = HealthUnit(rawValue: "mg/dL")
    /// International units.
    public static let internationalUnits = HealthUnit(rawValue: "IU")
    /// Watts.
    public static let watts = HealthUnit(rawValue: "W")
    /// Microsiemens.
    public static let microsiemens = HealthUnit(rawValue: "mcS")
    /// Oxygen uptake: millilitres per kilogram and minute.
    public static let oxygenUptake = HealthUnit(rawValue: "mL/(kg*min)")
    /// Physical effort: kilocalories per kilogram and hour.
    public static let effort = HealthUnit(rawValue: "kcal/(kg*hr)")
    /// A score of effort from 1 to 10.
    public static let effortScore = HealthUnit(rawValue: "appleEffortScore")
}

extension HealthUnit {
    /// A percentage as stored, from the fraction that HealthKit and exports have.
    ///
    /// HealthKit's percent is a fraction, 0.97 for 97 %. Some apps write 97; a fraction above one
    /// is therefore taken as a percentage.
    package static func percentage(ofFraction fraction: Double) -> Double {
        fraction > 1 ? fraction : fraction * 100
    }

    /// The plausible values of a single sample.
    ///
    /// The limits are far above any real measurement, and low enough that the sum of any number of
    /// samples is finite. For scale: a million steps are two weeks of walking, and a thousand
    /// kilometres are a ten-hour drive. No single sample has a hundred thousand kilocalories, a
    /// hundred litres, a tonne or a thousand beats per minute.
    var plausibleValues: ClosedRange<Double> {
        switch self {
        case .count, .meters: 0...1e6
        case .kilocalories, .milliliters, .milliseconds: 0...1e5
        case .perMinute, .kilograms: 0...1e3
        case .percent: 0...100
        case .celsius: -100...200
        default: -1e9...1e9
        }
    }
}

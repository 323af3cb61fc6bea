import TrendyHealth
import TrendyModel

/// Conversion factors from the units that exports print to the stored units.
enum ExportUnits {
    private static let usFluidOunce = 29.5735295625
    private static let imperialFluidOunce = 28.4130625
    private static let pound = 0.45359237

    /// The factor from a printed unit to a stored unit; `nil` when the unit does not fit.
    static func factor(_ unit: UnsafeRawBufferPointer, to wanted: HealthUnit) -> Double? {
        switch wanted {
        case .count: unit.equals("count") || unit.isEmpty ? 1 : nil
        case .kilocalories: energy(unit)
        case .perMinute: rate(unit)
        case .milliliters: volume(unit)
        case .kilograms: mass(unit)
        case .meters: distance(unit)
        case .milliseconds: time(unit).map { $0 * 1000 }
        }
    }

    /// The factors of the units in which people enter amounts of a stored unit; empty when all
    /// amounts are measured.
    static func entered(in unit: HealthUnit) -> [Double] {
        switch unit {
        case .milliliters: [1, usFluidOunce, imperialFluidOunce]
        case .kilograms: [1, pound]
        case .count, .kilocalories, .perMinute, .meters, .milliseconds: []
        }
    }

    /// The factor to kilocalories.
    ///
    /// Apple's "Cal" is the kilocalorie and "cal" a thousandth of it.
    static func energy(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("kcal") || unit.equals("Cal") { return 1 }
        if unit.equals("kJ") { return 1 / 4.184 }
        if unit.equals("cal") { return 0.001 }
        if unit.equals("J") { return 0.001 / 4.184 }
        return nil
    }

    /// The factor to metres.
    static func distance(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("km") { return 1000 }
        if unit.equals("mi") { return 1609.344 }
        if unit.equals("m") { return 1 }
        if unit.equals("yd") { return 0.9144 }
        if unit.equals("ft") { return 0.3048 }
        if unit.equals("cm") { return 0.01 }
        return nil
    }

    /// The factor to seconds.
    static func time(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("min") { return 60 }
        if unit.equals("s") || unit.equals("sec") { return 1 }
        if unit.equals("hr") || unit.equals("h") { return 3600 }
        if unit.equals("ms") { return 0.001 }
        return nil
    }

    private static func rate(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("count/min") || unit.equals("bpm") { return 1 }
        if unit.equals("count/s") || unit.equals("Hz") { return 60 }
        return nil
    }

    private static func volume(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("mL") { return 1 }
        if unit.equals("L") { return 1000 }
        if unit.equals("dL") { return 100 }
        if unit.equals("cL") { return 10 }
        if unit.equals("fl_oz_us") { return usFluidOunce }
        if unit.equals("fl_oz_imp") { return imperialFluidOunce }
        if unit.equals("cup_us") { return 236.5882365 }
        if unit.equals("cup_imp") { return 284.130625 }
        if unit.equals("pt_us") { return 473.176473 }
        if unit.equals("pt_imp") { return 568.26125 }
        return nil
    }

    private static func mass(_ unit: UnsafeRawBufferPointer) -> Double? {
        if unit.equals("kg") { return 1 }
        if unit.equals("lb") { return pound }
        if unit.equals("g") { return 0.001 }
        if unit.equals("st") { return 6.35029318 }
        if unit.equals("oz") { return 0.028349523125 }
        return nil
    }
}

import TrendyHealth
import TrendyModel

/// Conversion of the units that exports print.
enum ExportUnits {
    static let usFluidOunce = 29.5735295625
    static let imperialFluidOunce = 28.4130625
    static let pound = 0.45359237

    /// The conversion from a printed unit to a stored unit; `nil` when the unit does not fit.
    ///
    /// A missing unit stands for a count.
    static func conversion(
        _ unit: UnsafeRawBufferPointer,
        to wanted: HealthUnit
    ) -> ExportConversion? {
        let text =
            unit.isEmpty ? "count" : xmlText(UnsafeRawBufferPointer(rebasing: unit.prefix(64)))
        guard let from = ExportUnit(text), let to = ExportUnit(wanted.rawValue),
            from.dimensions == to.dimensions
        else { return nil }
        return ExportConversion(
            factor: from.factor / to.factor,
            // A sum of two offsets only occurs with temperatures.
            offset: (from.offset - to.offset) / to.factor,
            isPercentage: wanted == .percent
        )
    }

    /// The factor from a printed unit to a stored unit; `nil` when the unit does not fit.
    static func factor(_ unit: UnsafeRawBufferPointer, to wanted: HealthUnit) -> Double? {
        conversion(unit, to: wanted)?.factor
    }

    /// The factors of the units in which people enter amounts of a stored unit; empty when all
    /// amounts are measured.
    static func entered(in unit: HealthUnit) -> [Double] {
        switch unit {
        case .milliliters: [1, usFluidOunce, imperialFluidOunce]
        case .kilograms: [1, pound]
        default: []
        }
    }

    /// The factor to kilocalories.
    static func energy(_ unit: UnsafeRawBufferPointer) -> Double? {
        factor(unit, to: .kilocalories)
    }

    /// The factor to metres.
    static func distance(_ unit: UnsafeRawBufferPointer) -> Double? { factor(unit, to: .meters) }

    /// The factor to seconds.
    static func time(_ unit: UnsafeRawBufferPointer) -> Double? {
        factor(unit, to: HealthUnit(rawValue: "s"))
    }
}

/// A linear conversion of amounts.
struct ExportConversion: Equatable {
    var factor: Double
    var offset = 0.0
    /// Whether the amounts are fractions that are stored as percentages.
    var isPercentage = false

    func callAsFunction(_ amount: Double) -> Double {
        let converted = amount * factor + offset
        return isPercentage ? HealthUnit.percentage(ofFraction: converted) : converted
    }
}

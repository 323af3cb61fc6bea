/// The dimension of a unit as exponents, with its scale: `mL/(kg*min)` is volume/mass/time.
struct UnitMeasure: Equatable, Sendable {
    enum Dimension: Int, CaseIterable {
        case mass, length, time, volume, energy, temperature, pressure, conductance, voltage
        case internationalUnits, soundPressureLevel, hearingLevel, effort, angle, illuminance
        case opticalPower
    }

    /// One exponent for each dimension.
    var exponents = [Int](repeating: 0, count: Dimension.allCases.count)
    /// The scale to grams, metres, seconds, litres, joules, kelvin, pascals, siemens, volts,
    /// radians, lux and diopters.
    var scale = 1.0
    /// The offset after scaling; only for plain temperatures.
    var offset = 0.0

    init() {}

    init(_ dimension: Dimension, _ scale: Double, offset: Double = 0) {
        exponents[dimension.rawValue] = 1
        self.scale = scale
        self.offset = offset
    }

    /// A power of the measure.
    func raised(to power: Int) -> UnitMeasure {
        guard power != 1 else { return self }
        var result = UnitMeasure()
        result.exponents = exponents.map { $0 * power }
        for _ in 0..<abs(power) { result.scale *= power > 0 ? scale : 1 / scale }
        return result
    }

    /// The product of two measures.
    func times(_ other: UnitMeasure) -> UnitMeasure {
        if other == UnitMeasure() { return self }
        if self == UnitMeasure() { return other }
        var result = UnitMeasure()
        result.exponents = zip(exponents, other.exponents).map { $0 + $1 }
        result.scale = scale * other.scale
        return result
    }
}

/// The dimension of a unit as exponents, with its scale: `mL/(kg*min)` is volume/mass/time.
struct UnitMeasure: Equatable, Sendable {
    enum Dimension: Int, CaseIterable {
        case mass, length, time, volume, energy, temperature
    }

    /// One exponent for each dimension.
    var exponents = [Int](repeating: 0, count: Dimension.allCases.count)
    /// The scale to grams, metres, seconds, litres, joules and kelvin.
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

/// Parses Apple's unit strings: `count/min`, `kcal`, `fl_oz_us`, `mL/(kg*min)`, `m^2`.
enum UnitParser {
    /// The measure of a unit string; `nil` when the string is invalid.
    static func measure(of text: String) -> UnitMeasure? {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count <= 2, let first = sides.first, let top = product(first) else {
            return nil
        }
        guard sides.count == 2 else { return top }
        return product(sides[1]).map { top.times($0.raised(to: -1)) }
    }

    private static func product(_ text: Substring) -> UnitMeasure? {
        var text = text
        if text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
        var result = UnitMeasure()
        for factor in text.split(
            omittingEmptySubsequences: false,
            whereSeparator: { "*.\u{B7}".contains($0) }
        ) {
            let parts = factor.split(separator: "^")
            guard let name = parts.first, let atom = atom(String(name)) else { return nil }
            guard parts.count > 1 else {
                result = result.times(atom)
                continue
            }
            guard let power = Int(parts[1]) else { return nil }
            result = result.times(atom.raised(to: power))
        }
        return result
    }

    private static func atom(_ name: String) -> UnitMeasure? {
        if let atom = fixed[name] { return atom }
        guard let prefix = name.first, let factor = prefixes[prefix],
            let base = prefixed[String(name.dropFirst())]
        else { return nil }
        var result = base
        result.scale *= factor
        return result
    }

    private static let prefixes: [Character: Double] = [
        "p": 1e-12, "n": 1e-9, "m": 1e-3, "c": 1e-2, "d": 1e-1, "h": 1e2, "k": 1e3, "M": 1e6,
        "G": 1e9,
    ]

    private static let prefixed: [String: UnitMeasure] = [
        "g": UnitMeasure(.mass, 1), "m": UnitMeasure(.length, 1), "s": UnitMeasure(.time, 1),
        "L": UnitMeasure(.volume, 1), "l": UnitMeasure(.volume, 1), "J": UnitMeasure(.energy, 1),
        "cal": UnitMeasure(.energy, 4.184),
    ]

    private static let fixed: [String: UnitMeasure] = prefixed.merging(
        [
            "": UnitMeasure(), "1": UnitMeasure(), "count": UnitMeasure(), "%": UnitMeasure(),
            "()": UnitMeasure(),
            "min": UnitMeasure(.time, 60), "hr": UnitMeasure(.time, 3600),
            "d": UnitMeasure(.time, 86_400),
            "Hz": UnitMeasure(.time, 1).raised(to: -1),
            "in": UnitMeasure(.length, 0.0254), "ft": UnitMeasure(.length, 0.3048),
            "yd": UnitMeasure(.length, 0.9144), "mi": UnitMeasure(.length, 1609.344),
            "oz": UnitMeasure(.mass, 28.349_523_125), "lb": UnitMeasure(.mass, 453.592_37),
            "st": UnitMeasure(.mass, 6350.293_18),
            "fl_oz_us": UnitMeasure(.volume, 0.029_573_529_562_5),
            "fl_oz_imp": UnitMeasure(.volume, 0.028_413_062_5),
            "cup_us": UnitMeasure(.volume, 0.236_588_236_5),
            "pt_us": UnitMeasure(.volume, 0.473_176_473),
            "Cal": UnitMeasure(.energy, 4184),
            "K": UnitMeasure(.temperature, 1),
            "degC": UnitMeasure(.temperature, 1, offset: 273.15),
            "degF": UnitMeasure(.temperature, 5.0 / 9, offset: 459.67 * 5 / 9),
        ],
        uniquingKeysWith: { $1 }
    )
}

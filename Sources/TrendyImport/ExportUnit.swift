/// A unit in Apple's spelling (`HKUnit.unitString`), such as `mL/min·kg` or `mmol<180.1558>/L`.
///
/// Everything after the first slash is divided by; factors are joined by `·`, `*` or `.`, and may
/// have an exponent.
struct ExportUnit: Equatable {
    /// The exponents of the base quantities, in the order of ``Base``.
    private(set) var dimensions = [Int](repeating: 0, count: Base.allCases.count)
    /// The factor to the base units.
    private(set) var factor = 1.0
    /// The value of zero in the base unit, for temperatures.
    private(set) var offset = 0.0

    /// The base quantities.
    enum Base: Int, CaseIterable {
        case count, energy, length, time, mass, volume, pressure, temperature, power, conductance
        case soundPressure, hearing, potential, percent, international, effort, angle, lensPower
    }

    /// Parses a unit; `nil` for an unknown one.
    init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = halves.first else { return nil }
        if first != "1" { guard multiply(by: first, power: 1) else { return nil } }
        for half in halves.dropFirst() { guard multiply(by: half, power: -1) else { return nil } }
        // A temperature in a compound unit is a difference.
        if dimensions.reduce(0, { $0 + abs($1) }) != 1 { offset = 0 }
    }

    private mutating func multiply(by text: Substring, power: Int) -> Bool {
        var text = text
        if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
        let separators: Set<Character> = ["·", "⋅", "*"]
        for part in text.split(whereSeparator: { separators.contains($0) }) {
            let pieces = part.split(separator: "^", maxSplits: 1)
            guard let name = pieces.first else { return false }
            var exponent = 1
            if pieces.count == 2 {
                guard let number = Int(pieces[1]), abs(number) <= 9 else { return false }
                exponent = number
            }
            guard let unit = Self.simple(name) else { return false }
            for _ in 0..<abs(exponent) {
                if (exponent > 0) == (power > 0) {
                    factor *= unit.factor
                } else {
                    factor /= unit.factor
                }
            }
            for (base, count) in unit.bases {
                dimensions[base.rawValue] += power * exponent * count
            }
            offset = unit.offset
        }
        return !text.isEmpty
    }

    private struct Simple {
        var factor: Double
        var bases: [(Base, Int)]
        var offset = 0.0
    }

    private static func simple(_ name: Substring) -> Simple? {
        // The micro sign and the Greek letter look the same.
        let text = String(name.map { $0 == "\u{3BC}" ? "\u{B5}" : $0 })
        if let unit = units[text] {
            return Simple(factor: unit.factor, bases: [(unit.base, 1)], offset: unit.offset)
        }
        if let factor = rates[name] {
            return Simple(factor: factor, bases: [(.count, 1), (.time, -1)])
        }
        if let moles = moles(name) { return moles }
        // Apple's spelling depends on the version and the region, such as `ml` and `mL`.
        guard let spelling = spellings[text.lowercased()], spelling != text else { return nil }
        return simple(Substring(spelling))
    }

    /// The units by their lowercase spelling, without those of which two differ in case only, such
    /// as `Cal` and `cal`, or `ms` and `mS`.
    private static let spellings: [String: String] = {
        let names = Dictionary(
            grouping: Array(units.keys) + rates.keys.map { String($0) },
            by: { $0.lowercased() }
        )
        return names.compactMapValues { $0.count == 1 ? $0[0] : nil }
    }()

    /// An amount of substance with its molar mass in grams, such as `mmol<180.1558>`, as a mass.
    private static func moles(_ name: Substring) -> Simple? {
        guard name.last == ">", let open = name.firstIndex(of: "<"),
            let molarMass = Double(name[name.index(after: open)...].dropLast()), molarMass > 0,
            molarMass < 1e6,
            let scale = ["mol": 1.0, "mmol": 1e-3, "umol": 1e-6, "mcmol": 1e-6][name[..<open]]
        else { return nil }
        return Simple(factor: scale * molarMass * 0.001, bases: [(.mass, 1)])
    }

    private static let rates: [Substring: Double] = ["bpm": 1.0 / 60, "Hz": 1, "kHz": 1000]

    private static let units: [String: (base: Base, factor: Double, offset: Double)] = {
        var units: [String: (base: Base, factor: Double, offset: Double)] = [:]
        func add(_ base: Base, _ factors: KeyValuePairs<String, Double>) {
            for (name, factor) in factors { units[name] = (base, factor, 0) }
        }
        add(.count, ["count": 1])
        // Apple's "Cal" is the kilocalorie and "cal" a thousandth of it.
        add(.energy, ["kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184, "J": 0.001 / 4.184])
        add(
            .length,
            [
                "m": 1, "km": 1000, "cm": 0.01, "mm": 0.001, "mi": 1609.344, "yd": 0.9144,
                "ft": 0.3048, "in": 0.0254,
            ]
        )
        add(
            .time,
            [
                "s": 1, "sec": 1, "min": 60, "hr": 3600, "h": 3600, "d": 86_400, "ms": 0.001,
                "mcs": 1e-6,
            ]
        )
        add(
            .mass,
            [
                "kg": 1, "g": 0.001, "mg": 1e-6, "mcg": 1e-9, "ug": 1e-9, "µg": 1e-9,
                "lb": ExportUnits.pound, "oz": 0.028349523125, "st": 6.35029318,
            ]
        )
        add(
            .volume,
            [
                "mL": 1, "L": 1000, "dL": 100, "cL": 10, "fl_oz_us": ExportUnits.usFluidOunce,
                "fl_oz_imp": ExportUnits.imperialFluidOunce, "cup_us": 236.5882365,
                "cup_imp": 284.130625, "pt_us": 473.176473, "pt_imp": 568.26125,
            ]
        )
        add(
            .pressure,
            [
                "mmHg": 1, "Pa": 1 / 133.322387415, "kPa": 1000 / 133.322387415,
                "hPa": 100 / 133.322387415, "cmAq": 98.0665 / 133.322387415,
                "inHg": 3386.38864034 / 133.322387415, "atm": 101_325 / 133.322387415,
            ]
        )
        units["degC"] = (.temperature, 1, 0)
        units["°C"] = units["degC"]
        units["K"] = (.temperature, 1, -273.15)
        units["degF"] = (.temperature, 5.0 / 9, -32 * 5.0 / 9)
        units["°F"] = units["degF"]
        add(.power, ["W": 1, "kW": 1000])
        add(.conductance, ["S": 1, "mS": 0.001, "mcS": 1e-6, "uS": 1e-6, "µS": 1e-6])
        add(.soundPressure, ["dBASPL": 1])
        add(.hearing, ["dBHL": 1])
        add(.potential, ["V": 1, "mV": 0.001, "mcV": 1e-6, "µV": 1e-6])
        add(.percent, ["%": 1])
        add(.international, ["IU": 1])
        add(.effort, ["appleEffortScore": 1])
        add(.angle, ["deg": 1, "rad": 180 / 3.14159265358979])
        add(.lensPower, ["D": 1])
        return units
    }()
}

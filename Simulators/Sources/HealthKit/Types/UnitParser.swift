/// Parses Apple's unit strings: `count/min`, `kcal`, `fl_oz_us`, `mL/(kg*min)`, `m^2`,
/// `mmol<180.15588000005408>/L`.
enum UnitParser {
    /// The measure of a unit string; `nil` when the string is invalid.
    static func measure(of text: String) -> UnitMeasure? {
        let sides = parts(of: text[...]) { $0 == "/" }
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
        for factor in parts(of: text, at: { "*.\u{B7}".contains($0) }) {
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

    /// Splits at separators outside of a molar mass in angle brackets.
    private static func parts(
        of text: Substring,
        at isSeparator: (Character) -> Bool
    ) -> [Substring] {
        var isInside = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "<" { isInside = true }
            if character == ">" { isInside = false }
            return !isInside && isSeparator(character)
        }
    }

    private static func atom(_ name: String) -> UnitMeasure? {
        if let atom = UnitAtoms.fixed[name] { return atom }
        if let base = base(name) { return base }
        for prefix in UnitAtoms.prefixes where name.hasPrefix(prefix.text) {
            guard var result = base(String(name.dropFirst(prefix.text.count))) else { continue }
            result.scale *= prefix.factor
            return result
        }
        return nil
    }

    /// A unit that takes a metric prefix; `mol<180.2>` is as much of a substance as 180.2 grams.
    private static func base(_ name: String) -> UnitMeasure? {
        if let base = UnitAtoms.prefixed[name] { return base }
        guard name.hasPrefix("mol<"), name.hasSuffix(">"),
            let molarMass = Double(name.dropFirst(4).dropLast()), molarMass > 0,
            molarMass.isFinite
        else { return nil }
        return UnitMeasure(.mass, molarMass)
    }
}

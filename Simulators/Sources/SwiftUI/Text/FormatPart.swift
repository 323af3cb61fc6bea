/// A part of a format in the manner of `String(format:)`.
enum FormatPart: Equatable {
    case literal(String)
    /// An argument; the position counts from 0 and is `nil` for the next one.
    case argument(position: Int?)

    /// The parts of a format; a percent sign that begins no specifier is literal.
    static func parts(of format: String) -> [FormatPart] {
        var parts: [FormatPart] = []
        var literal = ""
        var rest = format.utf8[...]
        while let start = rest.firstIndex(of: percent) {
            literal += String(rest[..<start]) ?? ""
            rest = rest[start...].dropFirst()
            if rest.first == percent {
                literal += "%"
                rest = rest.dropFirst()
            } else if let argument = takeSpecifier(&rest) {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(argument)
            } else {
                literal += "%"
            }
        }
        literal += String(rest) ?? ""
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    private static let percent = UInt8(ascii: "%")
    private static let modifiers = Set("-+ #0123456789.lhqz".utf8)

    /// Takes what follows a percent sign: `2$@`, `lld`, `.1f`.
    private static func takeSpecifier(_ rest: inout Substring.UTF8View) -> FormatPart? {
        var taken = rest
        var position: Int?
        let digits = taken.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if let number = Int(String(digits) ?? ""), taken.dropFirst(digits.count).first == dollar {
            position = number - 1
            taken = taken.dropFirst(digits.count + 1)
        }
        taken = taken.drop { modifiers.contains($0) }
        guard let conversion = taken.first, conversions.contains(conversion) else { return nil }
        rest = taken.dropFirst()
        return .argument(position: position)
    }

    private static let dollar = UInt8(ascii: "$")
    private static let conversions = Set("@dDiuUxXoOfFeEgGaAcCsSp".utf8)
}

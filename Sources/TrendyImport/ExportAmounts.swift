import TrendyHealth

/// Recovers the amounts that people enter from the six digits that an export prints in the person's
/// unit.
///
/// An export prints 330 mL as 11.1586 fl oz, which converts to 329.999 mL. The amount is the
/// shortest number in some unit that prints the same, so an entry is equal in every unit.
enum ExportAmounts {
    private static let printedDigits = 6
    /// The maximum number of digits of an entered amount.
    private static let enteredDigits = 4

    /// Converts a printed number to the stored unit.
    ///
    /// - `text`: the printed number; a number with more digits than an export prints is converted
    ///   as it is.
    /// - `factor`: from the printed unit to the stored unit.
    static func amount(
        _ printed: Double,
        as text: UnsafeRawBufferPointer,
        times factor: Double,
        in unit: HealthUnit
    ) -> Double {
        let amount = printed * factor
        let others = ExportUnits.entered(in: unit)
        guard !others.isEmpty, printed > 0, isRounded(text) else { return amount }
        // Half of the last digit, plus a margin for the conversion itself.
        let error = 0.5 / power(bringing: printed, to: printedDigits) * factor * (1 + 1e-9)
        func entered(_ digits: Int, times other: Double) -> Double? {
            let number = amount / other
            let scale = power(bringing: number, to: digits)
            let value = (number * scale).rounded() / scale * other
            return abs(value - amount) <= error ? value : nil
        }
        let length =
            (1..<printedDigits).first { entered($0, times: factor) != nil } ?? printedDigits
        guard factor != 1 || length > enteredDigits else { return amount }
        for digits in 1..<length {
            for other in others {
                if let value = entered(digits, times: other) { return value }
            }
        }
        return amount
    }

    /// Whether a number is plain and has no more digits than an export prints.
    private static func isRounded(_ text: UnsafeRawBufferPointer) -> Bool {
        var digits = 0
        for byte in text where byte != UInt8(ascii: ".") {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
            // Leading zeros do not count.
            if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        }
        return digits <= printedDigits
    }

    /// The power of ten that brings a number to `digits` digits before its decimal point.
    private static func power(bringing number: Double, to digits: Int) -> Double {
        var end = 1.0
        for _ in 0..<digits { end *= 10 }
        var power = 1.0
        while number * power < end / 10 { power *= 10 }
        while number * power >= end { power /= 10 }
        return power
    }
}

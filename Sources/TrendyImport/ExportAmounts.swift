import TrendyHealth

/// The amounts that people enter, behind the six digits that an export prints of them in the unit
/// that the person reads.
///
/// Of 330 mL it prints 11.1586 fl oz, which are 329.999 mL. What was entered is a short number in
/// some unit: the shortest one that is printed like that. So an entry is the same in any unit.
enum ExportAmounts {
    private static let printedDigits = 6
    /// A number of so few digits in the unit that is kept is what was entered.
    private static let enteredDigits = 4

    /// The amount that is printed as a number, in the unit that is kept.
    ///
    /// - `text`: the number as it is printed; one of more digits is taken as it is.
    /// - `factor`: from the printed unit to the one that is kept.
    static func amount(
        _ printed: Double,
        as text: UnsafeRawBufferPointer,
        times factor: Double,
        in unit: HealthUnit
    ) -> Double {
        let amount = printed * factor
        let others = ExportUnits.entered(in: unit)
        guard !others.isEmpty, printed > 0, isRounded(text) else { return amount }
        // Half of the last digit, and a little for the conversion itself.
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

    /// Whether a number is plain, and has no more digits than an export prints.
    private static func isRounded(_ text: UnsafeRawBufferPointer) -> Bool {
        var digits = 0
        for byte in text where byte != UInt8(ascii: ".") {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
            // Those in front do not count.
            if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        }
        return digits <= printedDigits
    }

    /// The power of ten that brings a number to so many digits before its point.
    private static func power(bringing number: Double, to digits: Int) -> Double {
        var end = 1.0
        for _ in 0..<digits { end *= 10 }
        var power = 1.0
        while number * power < end / 10 { power *= 10 }
        while number * power >= end { power /= 10 }
        return power
    }
}

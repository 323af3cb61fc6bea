package import TrendyModel

/// A prefix of ids in hexadecimal digits.
package struct IDPrefix: Sendable, Hashable {
    /// The digits, lowercase, without hyphens.
    package let digits: String
    /// The first id with this prefix.
    package let first: EntityID
    /// The last id with this prefix.
    package let last: EntityID

    /// The maximum length; more digits would only separate single ids.
    package static let maximumDigits = 8

    /// Parses up to ``maximumDigits`` digits; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumDigits else { return nil }
        var high: UInt64 = 0
        for character in text {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            high = high << 4 | UInt64(digit)
        }
        let free = UInt64(64 - 4 * text.utf8.count)
        digits = text.lowercased()
        first = EntityID(high: free == 64 ? 0 : high << free, low: 0)
        let rest: UInt64 = free == 64 ? .max : (1 << free) - 1
        last = EntityID(high: first.high | rest, low: .max)
    }

    /// The digit after the prefix in an id with this prefix.
    package func nextDigit(of id: EntityID) -> Int {
        Int(id.high >> UInt64(60 - 4 * digits.utf8.count) & 0xF)
    }
}

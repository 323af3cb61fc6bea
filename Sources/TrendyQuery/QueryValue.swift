package import TrendyModel

/// A value of SQLite (https://sqlite.org/datatype3.html).
package enum QueryValue: Sendable, Hashable {
    /// `NULL`.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The size that counts toward ``QueryLimits/bytes``: the length of a text or of bytes, 8 for a
    /// number, 1 for `NULL`.
    package var byteCount: Int {
        switch self {
        case .null: 1
        case .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }

    /// The value as text: empty for `NULL`, hexadecimal digits for bytes.
    package var text: String {
        switch self {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): JSONNumber(number)?.text ?? (number < 0 ? "-Inf" : "Inf")
        case .text(let text): text
        case .blob(let bytes): Self.hexadecimal(bytes)
        }
    }

    /// The value as JSON: numbers as numbers, bytes as hexadecimal digits, infinity as `null`.
    package var json: RawJSON {
        switch self {
        case .null: .null
        case .integer(let number): RawJSON(number)
        case .real(let number): RawJSON(number)
        case .text(let text): RawJSON(text)
        case .blob(let bytes): RawJSON(Self.hexadecimal(bytes))
        }
    }

    /// The number; `nil` for a value of another type.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .null, .text, .blob: nil
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}

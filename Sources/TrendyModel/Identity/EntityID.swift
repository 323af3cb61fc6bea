// TrendyModel: values, identity and time; no I/O.

/// The 128-bit id of an entity, a mutation or a device: a UUID (RFC 9562).
///
/// Ids sort by their bytes, which for version 7 is the order of creation. The text form is
/// lowercase with hyphens.
public struct EntityID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Creates an id from its two halves, each big-endian.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an id from 16 raw bytes; `nil` for another count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (offset, byte) in bytes.enumerated() {
            if offset < 8 {
                halves.0 = halves.0 << 8 | UInt64(byte)
            } else {
                halves.1 = halves.1 << 8 | UInt64(byte)
            }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// Parses the text form with hyphens, ignoring case; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        let id = text.withUTF8 { EntityID(utf8: UnsafeRawBufferPointer($0)) }
        guard let id else { return nil }
        self = id
    }

    /// Parses the 36 UTF-8 bytes of the text form; `nil` for any other bytes.
    public init?(utf8: UnsafeRawBufferPointer) {
        guard utf8.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for index in 0..<36 {
            let byte = utf8[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexValue(byte) else { return nil }
            if digits < 16 {
                halves.0 = halves.0 << 4 | UInt64(digit)
            } else {
                halves.1 = halves.1 << 4 | UInt64(digit)
            }
            digits += 1
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// The 16 raw bytes.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64(index)))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64(index)))
            }
            count = 16
        }
    }

    /// The version digit (RFC 9562): 7 for created entities, 5 for derived ones.
    public var uuidVersion: Int { Int(high >> 12 & 0xF) }

    /// The lowercase text form.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            write(into: UnsafeMutableRawBufferPointer(buffer))
            return 36
        }
    }

    /// Writes the 36 bytes of the text form at the buffer's start.
    ///
    /// - Parameter buffer: at least 36 bytes.
    public func write(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= 36, "An id's text form needs 36 bytes")
        let digits = (
            Self.hexDigits(high >> 32), Self.hexDigits(high & 0xFFFF_FFFF),
            Self.hexDigits(low >> 32), Self.hexDigits(low & 0xFFFF_FFFF)
        )
        // The first digit is in the highest byte.
        buffer.storeBytes(of: digits.0.bigEndian, toByteOffset: 0, as: UInt64.self)
        for (start, digits) in [
            (9, digits.1 >> 32), (14, digits.1), (19, digits.2 >> 32), (24, digits.2),
        ] {
            let four = UInt32(truncatingIfNeeded: digits)
            buffer.storeBytes(of: four.bigEndian, toByteOffset: start, as: UInt32.self)
        }
        buffer.storeBytes(of: digits.3.bigEndian, toByteOffset: 28, as: UInt64.self)
        for dash in [8, 13, 18, 23] { buffer[dash] = UInt8(ascii: "-") }
    }

    /// The eight hexadecimal digits of 32 bits, as ASCII bytes.
    ///
    /// The four bits of each digit are spread to a byte; 10 and more get the distance from `9` to
    /// `a` in addition.
    private static func hexDigits(_ value: UInt64) -> UInt64 {
        var digits = value
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + letters * 39
    }

    /// Whether the first comes before the second.
    public static func < (left: EntityID, right: EntityID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 97...102: byte - 87
    case 65...70: byte - 55
    default: nil
    }
}

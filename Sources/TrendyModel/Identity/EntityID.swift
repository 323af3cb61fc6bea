// TrendyModel: values, identity and time; no I/O.

/// The 128-bit identity of an entity, a mutation or a device: a UUID of RFC 9562.
///
/// Ordered by its bytes, which for version 7 is the order of creation. Its text is always the
/// lowercase form with hyphens.
public struct EntityID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Makes an id of its two halves, each big-endian.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 16 raw bytes; `nil` when there are not exactly 16.
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

    /// Reads the text form, hyphens at their places, letters of either case; `nil` otherwise.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        let id = text.withUTF8 { EntityID(utf8: UnsafeRawBufferPointer($0)) }
        guard let id else { return nil }
        self = id
    }

    /// Reads the 36 UTF-8 bytes of the text form; `nil` when they are anything else.
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

    /// The version digit of RFC 9562: 7 for what a person creates, 5 for what is derived.
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
        var position = 0
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                buffer[position] = UInt8(ascii: "-")
                position += 1
            }
            let half = nibble < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(nibble & 15)) & 0xF)
            buffer[position] = digit < 10 ? 48 + digit : 87 + digit
            position += 1
        }
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

import TrendyModel

/// A growing buffer of bytes that writers append to without an allocation for each value.
package struct ExportBuffer: Sendable {
    /// Initialized bytes; only the first ``count`` are content.
    private var storage: [UInt8]
    /// The number of bytes.
    package private(set) var count = 0

    /// Creates an empty buffer.
    package init(capacity: Int = 64 * 1024) {
        storage = [UInt8](repeating: 0, count: max(capacity, 64))
    }

    /// A copy of the bytes.
    package var bytes: [UInt8] { Array(storage[..<count]) }

    /// Passes the bytes to `body`.
    package func withBytes<Value>(
        _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Removes all bytes and keeps the capacity.
    package mutating func removeAll() {
        count = 0
    }

    /// Appends ASCII text.
    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a byte.
    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Appends bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        storage.withUnsafeMutableBytes { target in
            guard let start = target.baseAddress else { return }
            (start + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count += bytes.count
    }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Appends the UTF-8 of a text.
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes with each quotation mark doubled.
    mutating func append(doublingQuotes bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count * 2 + 8)
        count = storage.withUnsafeMutableBytes { target in
            var (source, end) = (0, count)
            // Copies eight bytes at a time; what follows a quotation mark is copied again.
            while source + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: source, as: UInt64.self)
                target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                let quotes = UInt64(littleEndian: word) ^ 0x2222_2222_2222_2222
                let found = (quotes &- 0x0101_0101_0101_0101) & ~quotes & 0x8080_8080_8080_8080
                guard found != 0 else {
                    source += 8
                    end += 8
                    continue
                }
                let length = found.trailingZeroBitCount / 8 + 1
                source += length
                end += length + 1
                target[end - 1] = UInt8(ascii: "\"")
            }
            for byte in bytes[source...] {
                target[end] = byte
                end += 1
                if byte == UInt8(ascii: "\"") {
                    target[end] = byte
                    end += 1
                }
            }
            return end
        }
    }

    /// Appends an integer in decimal digits.
    mutating func append(integer: Int64) {
        append(text: String(integer))
    }

    /// Appends an id.
    mutating func append(_ id: EntityID) {
        fill(36) { id.write(into: $0) }
    }

    /// Appends an instant in RFC 3339, in UTC with milliseconds.
    mutating func append(_ instant: Instant) {
        fill(24) { instant.write(into: $0) }
    }

    /// Appends a JSON string of UTF-8 bytes.
    mutating func append(jsonString bytes: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20:
                append("\\u00")
                append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                let low = byte & 0xF
                append(low < 10 ? 48 + low : 87 + low)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func fill(_ size: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        reserve(size)
        storage.withUnsafeMutableBytes { target in
            write(UnsafeMutableRawBufferPointer(rebasing: target[count..<count + size]))
        }
        count += size
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > storage.count else { return }
        let size = max(storage.count * 2, count + more)
        storage.append(contentsOf: repeatElement(0, count: size - storage.count))
    }
}

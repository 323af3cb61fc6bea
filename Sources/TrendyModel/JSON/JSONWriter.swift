/// Writes compact JSON.
package struct JSONWriter: Sendable {
    /// The written bytes.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: the number of bytes to reserve.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends JSON text.
    package mutating func raw(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    /// Appends JSON bytes.
    package mutating func raw(_ json: some Collection<UInt8>) {
        bytes.append(contentsOf: json)
    }

    /// Appends JSON bytes.
    package mutating func raw(_ json: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: json)
    }

    /// Appends a JSON value.
    package mutating func value(_ json: RawJSON) {
        bytes.append(contentsOf: json.utf8)
    }

    /// Appends a quoted string with the necessary escapes.
    package mutating func string(_ text: some StringProtocol) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain =
            text.utf8.withContiguousStorageIfAvailable { utf8 in
                guard !utf8.contains(where: Self.needsEscape) else { return false }
                bytes.append(contentsOf: utf8)
                return true
            } ?? false
        if !isPlain {
            for byte in text.utf8 { escaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a key and its colon.
    package mutating func key(_ name: some StringProtocol) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends an integer.
    package mutating func integer(_ value: Int64) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Appends an id as a string.
    package mutating func id(_ id: EntityID) {
        fixed(count: 36) { id.write(into: $0) }
    }

    /// Appends an instant as a string of RFC 3339.
    package mutating func instant(_ instant: Instant) {
        fixed(count: 24) { instant.write(into: $0) }
    }

    /// Removes the last byte, such as a trailing comma.
    package mutating func removeLast() {
        bytes.removeLast()
    }

    /// Removes all bytes and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func fixed(count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: count + 2, alignment: 1) { buffer in
            buffer[0] = UInt8(ascii: "\"")
            write(UnsafeMutableRawBufferPointer(rebasing: buffer[1...]))
            buffer[count + 1] = UInt8(ascii: "\"")
            bytes.append(contentsOf: UnsafeRawBufferPointer(buffer))
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A:
            raw("\\n")
        case 0x0D:
            raw("\\r")
        case 0x09:
            raw("\\t")
        case 0..<0x20:
            raw("\\u00")
            for digit in [byte >> 4, byte & 0xF] {
                bytes.append(digit < 10 ? 48 + digit : 87 + digit)
            }
        default:
            bytes.append(byte)
        }
    }
}

/// Builds compact JSON text, byte by byte.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    /// A writer with nothing written.
    ///
    /// - Parameter capacity: how many bytes to make room for at once.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends text that is JSON already.
    public mutating func raw(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    /// Appends bytes that are JSON already.
    public mutating func raw(_ json: some Collection<UInt8>) {
        bytes.append(contentsOf: json)
    }

    /// Appends bytes that are JSON already.
    public mutating func raw(_ json: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: json)
    }

    /// Appends a value that is JSON already.
    public mutating func value(_ json: RawJSON) {
        bytes.append(contentsOf: json.utf8)
    }

    /// Appends a string, quoted, with only what must be escaped escaped.
    public mutating func string(_ text: some StringProtocol) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { escaped(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a key and its colon.
    public mutating func key(_ name: some StringProtocol) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends an integer.
    public mutating func integer(_ value: Int64) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Appends an id as a string.
    public mutating func id(_ id: EntityID) {
        fixed(count: 36) { id.write(into: $0) }
    }

    /// Appends an instant as a string of RFC 3339.
    public mutating func instant(_ instant: Instant) {
        fixed(count: 24) { instant.write(into: $0) }
    }

    /// Takes back the last byte, such as a comma too many.
    public mutating func removeLast() {
        bytes.removeLast()
    }

    /// Forgets what was written and keeps the room.
    public mutating func removeAll() {
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

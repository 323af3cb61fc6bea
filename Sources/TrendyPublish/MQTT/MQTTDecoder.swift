/// Splits a byte stream into packets, of the kinds that a client receives.
///
/// It buffers one packet of at most ``MQTTPacket/maximumBytes``.
package struct MQTTDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// Creates a decoder without input.
    package init() {}

    /// Appends bytes of the stream.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next packet; `nil` until it has arrived whole.
    ///
    /// - Throws: ``MQTTError`` of the code `malformed` or `tooLarge`; the stream cannot be decoded
    ///   further.
    package mutating func next() throws(MQTTError) -> MQTTPacket? {
        guard start < buffer.count else { return nil }
        // A foreign protocol is noticed at its first byte, not after a wait for its length.
        guard Self.isReceived(buffer[start]) else {
            throw .malformed("a client does not receive packets that begin with \(buffer[start])")
        }
        var index = start + 1
        var length = 0
        var shift = 0
        while true {
            guard index < buffer.count else { return nil }
            let byte = buffer[index]
            index += 1
            length |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { break }
            shift += 7
            guard shift <= 21 else { throw .malformed("its length has more than four bytes") }
        }
        guard length <= MQTTPacket.maximumBytes else {
            throw MQTTError(
                .tooLarge,
                "The broker sent a packet of \(length) bytes; the limit is "
                    + "\(MQTTPacket.maximumBytes) bytes. Another program publishes it on the "
                    + "topic that Trendy subscribes to."
            )
        }
        guard buffer.count - index >= length else { return nil }
        var reader = MQTTReader(bytes: buffer[index..<(index + length)])
        let packet = try Self.packet(header: buffer[start], &reader)
        guard reader.bytes.isEmpty else { throw .malformed("it is longer than its content") }
        start = index + length
        return packet
    }

    private static func packet(
        header: UInt8,
        _ reader: inout MQTTReader
    ) throws(MQTTError) -> MQTTPacket {
        switch header {
        case 0x20:
            let flags = try reader.byte()
            guard flags <= 1 else { throw .malformed("a reserved bit is set") }
            return .connack(isSessionPresent: flags == 1, code: try reader.byte())
        case 0x30...0x3F: return .publish(try publish(flags: header & 0x0F, &reader))
        case 0x40: return .puback(id: try reader.id())
        case 0x90:
            let id = try reader.id()
            let codes = reader.rest()
            guard !codes.isEmpty, codes.allSatisfy({ $0 <= 2 || $0 == 0x80 }) else {
                throw .malformed("a subscription has an unknown result")
            }
            return .suback(id: id, codes: codes)
        case 0xD0: return .pingresp
        default: throw .malformed("its type is unknown")
        }
    }

    /// Whether a client receives packets with a first byte.
    private static func isReceived(_ header: UInt8) -> Bool {
        switch header {
        case 0x20, 0x30...0x3F, 0x40, 0x90, 0xD0: true
        default: false
        }
    }

    private static func publish(
        flags: UInt8,
        _ reader: inout MQTTReader
    ) throws(MQTTError) -> MQTTPublish {
        let quality = flags >> 1 & 3
        let isDuplicate = flags & 8 != 0
        guard quality <= 1 else {
            throw .malformed("no subscription has quality of service \(quality)")
        }
        guard quality > 0 || !isDuplicate else {
            throw .malformed("a message with quality of service 0 is marked as a duplicate")
        }
        let topic = try reader.string()
        guard !topic.isEmpty, !topic.utf8.contains(where: { $0 == 0x23 || $0 == 0x2B }) else {
            throw .malformed("the topic of a message is empty or has a wildcard")
        }
        let id = quality == 1 ? try reader.id() : nil
        return MQTTPublish(
            topic: topic,
            payload: reader.rest(),
            id: id,
            isRetained: flags & 1 != 0,
            isDuplicate: isDuplicate
        )
    }
}

/// Reads the fields of a packet.
private struct MQTTReader {
    var bytes: ArraySlice<UInt8>

    mutating func byte() throws(MQTTError) -> UInt8 {
        guard let byte = bytes.popFirst() else {
            throw .malformed("it is shorter than its content")
        }
        return byte
    }

    mutating func integer() throws(MQTTError) -> UInt16 {
        let high = UInt16(try byte())
        return high << 8 | UInt16(try byte())
    }

    mutating func id() throws(MQTTError) -> UInt16 {
        let id = try integer()
        guard id > 0 else { throw .malformed("its packet id is 0") }
        return id
    }

    mutating func string() throws(MQTTError) -> String {
        let count = Int(try integer())
        guard bytes.count >= count else { throw .malformed("it is shorter than its content") }
        let utf8 = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        guard let text = String(validating: utf8, as: UTF8.self), !utf8.contains(0) else {
            throw .malformed("a text is not UTF-8")
        }
        return text
    }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}

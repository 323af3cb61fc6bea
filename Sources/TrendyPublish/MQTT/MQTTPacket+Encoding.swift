extension MQTTPacket {
    /// The maximum size of a packet without its fixed header, in bytes, in both directions.
    package static let maximumBytes = 64 * 1024

    /// The packet as bytes.
    ///
    /// - Throws: ``MQTTError`` of the code `invalidMessage` when a text is longer than 65,535
    ///   bytes or contains U+0000, or the packet is larger than ``maximumBytes``.
    package func encoded() throws(MQTTError) -> [UInt8] {
        var body = MQTTWriter()
        let header: UInt8
        switch self {
        case .connect(let connect):
            header = 0x10
            try body.connect(connect)
        case .connack(let isSessionPresent, let code):
            header = 0x20
            body.bytes = [isSessionPresent ? 1 : 0, code]
        case .publish(let publish):
            header =
                0x30 | (publish.isDuplicate ? 0x08 : 0) | (publish.id == nil ? 0 : 0x02)
                | (publish.isRetained ? 0x01 : 0)
            try body.string(publish.topic)
            if let id = publish.id { body.integer(id) }
            body.bytes += publish.payload
        case .puback(let id):
            header = 0x40
            body.integer(id)
        case .subscribe(let id, let filter):
            header = 0x82
            body.integer(id)
            try body.string(filter)
            body.bytes.append(1)
        case .suback(let id, let codes):
            header = 0x90
            body.integer(id)
            body.bytes += codes
        case .pingreq: header = 0xC0
        case .pingresp: header = 0xD0
        case .disconnect: header = 0xE0
        }
        guard body.bytes.count <= Self.maximumBytes else {
            throw MQTTError(
                .invalidMessage,
                "A message of \(body.bytes.count) bytes is larger than the limit of "
                    + "\(Self.maximumBytes) bytes."
            )
        }
        return [header] + Self.length(body.bytes.count) + body.bytes
    }

    /// The remaining length of a fixed header: seven bits a byte, the lowest first (section 2.2.3).
    private static func length(_ count: Int) -> [UInt8] {
        var rest = count
        var bytes: [UInt8] = []
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}

/// Writes the fields of a packet.
private struct MQTTWriter {
    var bytes: [UInt8] = []

    mutating func integer(_ value: UInt16) {
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
    }

    mutating func string(_ text: String) throws(MQTTError) {
        guard !text.utf8.contains(0) else {
            throw MQTTError(.invalidMessage, "A topic or name contains the character U+0000.")
        }
        try data(Array(text.utf8))
    }

    mutating func data(_ data: [UInt8]) throws(MQTTError) {
        guard let count = UInt16(exactly: data.count) else {
            throw MQTTError(
                .invalidMessage,
                "A topic, name or password of \(data.count) bytes is longer than 65,535 bytes."
            )
        }
        integer(count)
        bytes += data
    }

    mutating func connect(_ connect: MQTTConnect) throws(MQTTError) {
        try string("MQTT")
        var flags: UInt8 = connect.isCleanSession ? 0x02 : 0
        // A retained will with quality of service 1.
        if connect.will != nil { flags |= 0x2C }
        if connect.user != nil { flags |= 0x80 }
        if connect.password != nil { flags |= 0x40 }
        bytes += [4, flags]
        integer(connect.keepAliveSeconds)
        try string(connect.clientID)
        if let will = connect.will {
            try string(will.topic)
            try data(will.payload)
        }
        if let user = connect.user { try string(user) }
        if let password = connect.password { try data(Array(password.utf8)) }
    }
}

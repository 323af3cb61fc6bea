import Testing

@testable import TrendyPublish

/// Checks the encoding against bytes that follow from the tables of the MQTT 3.1.1 specification.
@Suite("MQTT packets")
struct MQTTPacketTests {
    @Test("A CONNECT packet has its flags, keep-alive, will, user and password in order")
    func connect() throws {
        let packet = MQTTPacket.connect(
            MQTTConnect(
                clientID: "id",
                isCleanSession: true,
                keepAliveSeconds: 300,
                user: "u",
                password: "pw",
                will: .init(topic: "t", payload: Array("off".utf8))
            )
        )

        #expect(
            try packet.encoded() == [
                0x10, 0x1D, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 0xEE, 0x01, 0x2C, 0, 2, 0x69, 0x64,
                0, 1, 0x74, 0, 3, 0x6F, 0x66, 0x66, 0, 1, 0x75, 0, 2, 0x70, 0x77,
            ]
        )
    }

    @Test("A CONNECT packet of an anonymous client without a will has no flags")
    func anonymous() throws {
        let packet = MQTTPacket.connect(MQTTConnect(clientID: "a"))

        #expect(
            try packet.encoded() == [
                0x10, 0x0D, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 0, 0, 60, 0, 1, 0x61,
            ]
        )
    }

    @Test(
        "Each other packet of a client has the bytes of the specification",
        arguments: [
            (MQTTPacket.puback(id: 0x1234), [0x40, 2, 0x12, 0x34]),
            (.subscribe(id: 1, filter: "a/b"), [0x82, 8, 0, 1, 0, 3, 0x61, 0x2F, 0x62, 1]),
            (.pingreq, [0xC0, 0]),
            (.disconnect, [0xE0, 0]),
            (
                .publish(MQTTPublish(topic: "t", payload: [9], id: 2)),
                [0x32, 6, 0, 1, 0x74, 0, 2, 9]
            ),
            (
                .publish(
                    MQTTPublish(
                        topic: "t",
                        payload: [],
                        id: 2,
                        isRetained: true,
                        isDuplicate: true
                    )
                ),
                [0x3B, 5, 0, 1, 0x74, 0, 2]
            ),
            (.publish(MQTTPublish(topic: "t", payload: [9], id: nil)), [0x30, 4, 0, 1, 0x74, 9]),
        ] as [(MQTTPacket, [UInt8])]
    )
    func bytes(_ packet: MQTTPacket, _ bytes: [UInt8]) throws {
        #expect(try packet.encoded() == bytes)
    }

    @Test(
        "The length takes as many bytes as it needs",
        arguments: [
            (122, [0x7F]), (123, [0x80, 0x01]), (16_378, [0xFF, 0x7F]),
            (16_379, [0x80, 0x80, 0x01]),
        ] as [(Int, [UInt8])]
    )
    func lengths(_ count: Int, _ length: [UInt8]) throws {
        let payload = [UInt8](repeating: 7, count: count)
        let message = MQTTPublish(topic: "t", payload: payload, id: 1)

        let bytes = try MQTTPacket.publish(message).encoded()

        #expect(Array(bytes[1...length.count]) == length)
        var decoder = MQTTDecoder()
        decoder.append(bytes)
        #expect(try decoder.next() == .publish(message))
    }

    @Test("A packet above the limit and a text that MQTT cannot express are refused")
    func unencodable() throws {
        let large = MQTTPublish(
            topic: "t",
            payload: [UInt8](repeating: 0, count: MQTTPacket.maximumBytes),
            id: 1
        )
        for message in [large, MQTTPublish(topic: "a\u{0}b", payload: [], id: 1)] {
            #expect(throws: MQTTError.self) { try MQTTPacket.publish(message).encoded() }
        }
        let topic = String(repeating: "x", count: 65_536)
        #expect(throws: MQTTError.self) {
            try MQTTPacket.subscribe(id: 1, filter: topic).encoded()
        }
    }

    @Test("Packets are found in a stream that arrives byte by byte")
    func stream() throws {
        let packets: [MQTTPacket] = [
            .connack(isSessionPresent: true, code: 0),
            .suback(id: 9, codes: [1]),
            .publish(MQTTPublish(topic: "häuser/1", payload: Array("online".utf8), id: 77)),
            .publish(MQTTPublish(topic: "a", payload: [], id: nil, isRetained: true)),
            .puback(id: 65_535),
            .pingresp,
        ]
        var decoder = MQTTDecoder()
        var decoded: [MQTTPacket] = []

        for byte in try packets.flatMap({ try $0.encoded() }) {
            decoder.append([byte])
            while let packet = try decoder.next() { decoded.append(packet) }
        }

        #expect(decoded == packets)
    }

    @Test(
        "Bytes that are not MQTT are refused",
        arguments: [
            [0x00, 0], [0xF0, 0], [0x10, 0], [0x41, 2, 0, 1], [0x62, 2, 0, 1],  // types and flags
            [0x20, 2, 2, 0], [0x20, 1, 0], [0x20, 3, 0, 0, 0],  // CONNACK
            [0x40, 2, 0, 0], [0x40, 1, 0], [0x40, 3, 0, 1, 0],  // PUBACK
            [0x90, 2, 0, 1], [0x90, 3, 0, 1, 3], [0xD0, 1, 0],  // SUBACK, PINGRESP
            [0x34, 5, 0, 1, 0x74, 0, 1], [0x36, 5, 0, 1, 0x74, 0, 1],  // qualities 2 and 3
            [0x38, 3, 0, 1, 0x74],  // a duplicate with quality 0
            [0x30, 2, 0, 0], [0x30, 3, 0, 1, 0x23], [0x30, 3, 0, 1, 0x2B],  // topics
            [0x30, 3, 0, 1, 0xFF], [0x30, 3, 0, 1, 0], [0x30, 3, 0, 9, 0x74],  // texts
            [0x32, 5, 0, 1, 0x74, 0, 0], [0x32, 4, 0, 1, 0x74, 0],  // packet ids
            [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 1],  // the length
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
        ] as [[UInt8]]
    )
    func malformed(_ bytes: [UInt8]) {
        var decoder = MQTTDecoder()
        decoder.append(bytes)

        let error = #expect(throws: MQTTError.self) { try decoder.next() }

        #expect(error?.code == .malformed)
    }

    @Test("A packet above the limit is refused before it is buffered")
    func tooLarge() throws {
        var decoder = MQTTDecoder()
        // 65,537 bytes.
        decoder.append([0x30, 0x81, 0x80, 0x04])

        let error = #expect(throws: MQTTError.self) { try decoder.next() }

        #expect(error?.code == .tooLarge)
    }

    @Test("Random bytes give packets or an error, and never more packets than bytes")
    func random() {
        let random = SeededRandom(7)
        for _ in 0..<20_000 {
            var decoder = MQTTDecoder()
            let count = Int(random.next() % 24)
            let types: [UInt8] = [0x20, 0x30, 0x32, 0x40, 0x90, 0xD0]
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if !bytes.isEmpty { bytes[0] = types[Int(random.next() % 6)] }
            if count > 1 { bytes[1] = UInt8(count - 2) }
            decoder.append(bytes)
            do {
                while let packet = try decoder.next() {
                    // What is understood is written the same way again.
                    #expect(try packet.encoded() == bytes)
                }
            } catch {
                // Refused input is the normal case here.
                continue
            }
        }
    }
}

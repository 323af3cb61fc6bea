import NIOCore
import NIOEmbedded
import Testing

@testable import TrendyPublish

@Suite("MQTT session")
struct MQTTSessionTests {
    private static let connect = MQTTConnect(clientID: "id", keepAliveSeconds: 60)

    private static func message(_ id: UInt16) -> MQTTPublish {
        MQTTPublish(topic: "t", payload: [1], id: id)
    }

    /// A session without a subscription that can publish.
    private func openSession() -> MQTTSession {
        var session = MQTTSession(connect: Self.connect, filter: nil)
        _ = session.connected()
        _ = session.received(.connack(isSessionPresent: false, code: 0))
        return session
    }

    @Test("It connects, subscribes, and is open after both answers")
    func handshake() {
        var session = MQTTSession(connect: Self.connect, filter: "homeassistant/status")

        #expect(session.connected() == [.send(.connect(Self.connect))])
        #expect(
            session.received(.connack(isSessionPresent: true, code: 0))
                == [.send(.subscribe(id: 65_535, filter: "homeassistant/status"))]
        )
        #expect(
            session.received(.suback(id: 65_535, codes: [1])) == [.open(isSessionPresent: true)]
        )
    }

    @Test("A refused connection closes with its reason", arguments: [1, 2, 3, 4, 5, 99] as [UInt8])
    func refused(_ code: UInt8) {
        var session = MQTTSession(connect: Self.connect, filter: nil)
        _ = session.connected()

        let actions = session.received(.connack(isSessionPresent: false, code: code))

        #expect(actions == [.close(.refusal(code: code))])
        #expect(session.received(.pingresp) == [])
        #expect(session.tick() == [])
    }

    @Test("A refused subscription closes the connection")
    func refusedSubscription() {
        var session = MQTTSession(connect: Self.connect, filter: "a")
        _ = session.connected()
        _ = session.received(.connack(isSessionPresent: false, code: 0))

        guard case .close(let error)? = session.received(.suback(id: 65_535, codes: [0x80])).first
        else {
            Issue.record("it stays open")
            return
        }

        #expect(error.code == .refused)
    }

    @Test("Messages are acknowledged once, each by its id")
    func acknowledgement() {
        var session = openSession()

        #expect(session.publish(Self.message(1)) == [.send(.publish(Self.message(1)))])
        #expect(session.publish(Self.message(2)) == [.send(.publish(Self.message(2)))])
        #expect(session.received(.puback(id: 2)) == [.acknowledge(id: 2)])
        #expect(session.received(.puback(id: 2)) == [])
        #expect(session.received(.puback(id: 1)) == [.acknowledge(id: 1)])
    }

    @Test("An id that is in flight, a missing one and that of the subscription are refused")
    func ids() {
        for id in [1, 65_535, nil] as [UInt16?] {
            var session = openSession()
            _ = session.publish(Self.message(1))
            let message = MQTTPublish(topic: "t", payload: [], id: id)

            guard case .close(let error)? = session.publish(message).first else {
                Issue.record("\(String(describing: id)) is sent")
                continue
            }
            #expect(error.code == .invalidMessage)
        }
    }

    @Test("A message of the subscription is acknowledged and delivered")
    func delivery() {
        var session = openSession()
        let once = MQTTPublish(topic: "s", payload: [1], id: 5)
        let never = MQTTPublish(topic: "s", payload: [1], id: nil)

        #expect(session.received(.publish(once)) == [.send(.puback(id: 5)), .deliver(once)])
        #expect(session.received(.publish(never)) == [.deliver(never)])
    }

    @Test("An idle connection sends pings, and a silent broker is given up after 25 s")
    func keepAlive() {
        var session = openSession()
        var pings = 0

        for _ in 0..<50 {
            switch session.tick() {
            case []: continue
            case [.send(.pingreq)]:
                pings += 1
                #expect(session.received(.pingresp) == [])
            case let actions: Issue.record("\(actions)")
            }
        }
        // 250 s with a ping before each minute of silence ends.
        #expect(pings == 5)

        var ticks = 0
        _ = session.publish(Self.message(1))
        while case let actions = session.tick(), actions.isEmpty || actions == [.send(.pingreq)] {
            ticks += 1
            guard ticks < 20 else { break }
        }
        #expect(ticks == 4)
    }

    @Test("A broker that does not answer the CONNECT packet is given up")
    func silentHandshake() {
        var session = MQTTSession(connect: Self.connect, filter: nil)
        _ = session.connected()
        var closings: [MQTTError.Code] = []

        for _ in 0..<10 {
            for case .close(let error) in session.tick() { closings.append(error.code) }
        }

        #expect(closings == [.timedOut])
    }

    @Test("Packets out of order close the connection")
    func disorder() {
        let packets: [MQTTPacket] = [
            .puback(id: 1), .pingresp, .suback(id: 1, codes: [0]), .publish(Self.message(1)),
        ]
        for packet in packets {
            var session = MQTTSession(connect: Self.connect, filter: nil)
            _ = session.connected()
            guard case .close(let error)? = session.received(packet).first else {
                Issue.record("\(packet) is accepted")
                continue
            }
            #expect(error.code == .malformed)
        }
        var session = openSession()
        guard case .close? = session.received(.connack(isSessionPresent: false, code: 0)).first
        else {
            Issue.record("a second CONNACK is accepted")
            return
        }
    }

    @Test("Disconnecting ends the session in order, once")
    func disconnect() {
        var session = openSession()

        #expect(session.disconnect() == [.send(.disconnect), .close(.closed)])
        #expect(session.disconnect() == [])
        #expect(session.publish(Self.message(1)) == [.close(.closed)])
    }

    @Test("On a channel, a lost connection fails the messages in flight")
    func lostConnection() throws {
        let channel = EmbeddedChannel()
        let opened = channel.eventLoop.makePromise(of: Bool.self)
        let handler = MQTTChannelHandler(
            connect: Self.connect,
            filter: nil,
            opened: opened,
            onMessage: { _ in }
        )
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1883)).wait()
        #expect(
            try channel.readOutbound(as: ByteBuffer.self).map { Array(buffer: $0) }
                == MQTTPacket.connect(Self.connect).encoded()
        )
        try channel.writeInbound(ByteBuffer(bytes: [0x20, 2, 0, 0]))
        #expect(try opened.futureResult.wait() == false)
        let first = channel.eventLoop.makePromise(of: Void.self)
        let second = channel.eventLoop.makePromise(of: Void.self)
        handler.publish(Self.message(1), first)
        handler.publish(Self.message(2), second)
        try channel.writeInbound(ByteBuffer(bytes: [0x40, 2, 0, 1]))
        try first.futureResult.wait()

        try channel.close().wait()

        let error = #expect(throws: MQTTError.self) { try second.futureResult.wait() }
        #expect(error?.code == .closed)
    }

    @Test("On a channel, time passes for the keep-alive and for missing answers")
    func channelTime() throws {
        let channel = EmbeddedChannel()
        let handler = MQTTChannelHandler(
            connect: Self.connect,
            filter: nil,
            opened: channel.eventLoop.makePromise(of: Bool.self),
            onMessage: { _ in }
        )
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1883)).wait()
        _ = try channel.readOutbound(as: ByteBuffer.self)
        try channel.writeInbound(ByteBuffer(bytes: [0x20, 2, 0, 0]))

        channel.embeddedEventLoop.advanceTime(by: .seconds(60))

        #expect(
            try channel.readOutbound(as: ByteBuffer.self).map { Array(buffer: $0) } == [0xC0, 0]
        )
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }
}

import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPublish

/// Publishes to the real broker `mosquitto`.
@Suite(
    "MQTT sink",
    .serialized,
    .timeLimit(.minutes(3)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Mosquitto.path),
        "mosquitto is not installed: run scripts/install-dependencies"
    )
)
struct MQTTSinkTests {
    private static let target = PublishPlanner.Target.mqtt(
        name: "mqtt",
        prefix: "trendy",
        hasDiscovery: true
    )

    private func sink(
        _ endpoint: MQTTEndpoint,
        _ store: DeviceStore,
        password: String? = nil
    ) -> MQTTSink {
        MQTTSink(
            .init(
                endpoint: endpoint,
                password: password,
                topics: PublishTopics(device: store.deviceID)
            )
        )
    }

    /// A place, and a visit to it that begins now.
    private func visit(_ world: PublishWorld, _ store: DeviceStore) async throws -> EntityID {
        let id = world.dependencies.ids.next()
        let place = try await store.write { transaction in
            if let home = try transaction.entities.fetch(kind: .geofence, named: "Home") {
                return home.id
            }
            return try transaction.entities.create(
                Geofence(name: "Home", latitude: 1, longitude: 1, radiusMeters: 100)
            )
        }
        try await store.record(id, to: place, from: world.clock.now())
        return id
    }

    @Test("Values, descriptions, availability and visits arrive, each once")
    func delivery() async throws {
        let world = try PublishWorld()
        let (store, queue) = (try world.store(), try world.queue())
        let broker = try await Mosquitto(directory: world.directory)
        try await broker.start()
        let recorder = Recorder()
        try await recorder.connect(try broker.endpoint, filter: "#")
        let day = world.zones.day(containing: world.clock.now())
        try await store.record(steps: 5, on: day, world.zones)
        let topics = PublishTopics(device: store.deviceID)
        let sink = sink(try broker.endpoint, store)
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        try await publisher.scan()
        _ = try await visit(world, store)
        try await publisher.scan()

        #expect(try await publisher.drain())

        try await eventually { recorder.payloads(topics.availability).last == "offline" }
        #expect(recorder.payloads(topics.availability) == ["online", "offline"])
        #expect(recorder.payloads(topics.visit).count == 1)
        #expect(recorder.payloads(topics.metric("steps")).count == 1)
        #expect(recorder.topics("homeassistant/").count == 3)
        #expect(try await queue.status().sinks.first?.pending == 0)
        await recorder.disconnect()
        broker.stop()
    }

    @Test("While the broker is down messages wait; after its restart they arrive once, in order")
    func brokerRestart() async throws {
        let world = try PublishWorld()
        let (store, queue) = (try world.store(), try world.queue())
        let broker = try await Mosquitto(directory: world.directory)
        try await broker.start()
        let sink = sink(try broker.endpoint, store)
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        let topics = PublishTopics(device: store.deviceID)
        async let running: Void = publisher.run { for await _ in stopped {} }
        _ = try await visit(world, store)
        // Without this scan the visit may be queued after the broker's end.
        try await publisher.scan()
        try await eventually { try await queue.status().sinks.first?.lastDelivery != nil }
        try await eventually { try await queue.status().sinks.first?.pending == 0 }
        broker.stop()
        try await eventually { try await queue.status().sinks.first?.lastError != nil }

        var ids: [EntityID] = []
        for _ in 0..<60 {
            world.clock.advance(by: .seconds(1))
            ids.append(try await visit(world, store))
        }
        try await publisher.scan()
        #expect(try await queue.status().sinks.first.map { $0.pending >= 60 } == true)
        try await broker.start()
        let recorder = Recorder()
        try await recorder.connect(try broker.endpoint, filter: topics.visit)
        // The back-off ends; the clock of the queue is the test's.
        try await eventually {
            world.clock.advance(by: .seconds(1))
            await queue.wake()
            return recorder.payloads(topics.visit).count >= 60
        }
        stop.finish()
        await running

        let arrived = recorder.payloads(topics.visit)
        #expect(arrived.count == 60)
        for (payload, id) in zip(arrived, ids) { #expect(payload.contains(id.description)) }
        await recorder.disconnect()
        broker.stop()
    }

    @Test("A broker that lost its data gets the retained messages again, and no visit twice")
    func forgetfulBroker() async throws {
        let world = try PublishWorld()
        let (store, queue) = (try world.store(), try world.queue())
        let broker = try await Mosquitto(directory: world.directory)
        try await broker.start()
        let topics = PublishTopics(device: store.deviceID)
        let first = world.publisher(
            store,
            queue,
            [sink(try broker.endpoint, store)],
            targets: [Self.target]
        )
        try await first.scan()
        _ = try await visit(world, store)
        try await first.scan()
        #expect(try await first.drain())
        try broker.killAndForget()
        try await broker.start()
        let recorder = Recorder()
        try await recorder.connect(try broker.endpoint, filter: "#")

        let second = world.publisher(
            store,
            queue,
            [sink(try broker.endpoint, store)],
            targets: [Self.target]
        )
        #expect(try await second.scan() == 0)
        #expect(try await second.drain())

        try await eventually { recorder.payloads(topics.currentPlace).count == 1 }
        #expect(recorder.topics("homeassistant/").count == 2)
        #expect(recorder.payloads(topics.visit) == [])
        await recorder.disconnect()
        broker.stop()
    }

    @Test("Home Assistant's birth message brings the descriptions again")
    func birth() async throws {
        let world = try PublishWorld()
        let (store, queue) = (try world.store(), try world.queue())
        let broker = try await Mosquitto(directory: world.directory)
        try await broker.start()
        let recorder = Recorder()
        try await recorder.connect(try broker.endpoint, filter: "#")
        let topics = PublishTopics(device: store.deviceID)
        _ = try await visit(world, store)
        let sink = sink(try broker.endpoint, store)
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        async let running: Void = publisher.run { for await _ in stopped {} }
        try await eventually { recorder.payloads(topics.currentPlace).count == 1 }
        try await eventually { try await queue.status().sinks.first?.pending == 0 }

        await recorder.publish(PublishTopics.homeAssistantStatus, "offline")
        await recorder.publish(PublishTopics.homeAssistantStatus, "online")

        try await eventually { recorder.payloads(topics.currentPlace).count == 2 }
        stop.finish()
        await running
        await recorder.disconnect()
        broker.stop()
    }

    @Test("A process that dies is offline at once, and what it had not confirmed is sent again")
    func lastWill() async throws {
        let world = try PublishWorld()
        let (store, queue) = (try world.store(), try world.queue())
        let broker = try await Mosquitto(directory: world.directory)
        try await broker.start()
        let recorder = Recorder()
        try await recorder.connect(try broker.endpoint, filter: "trendy/#")
        let topics = PublishTopics(device: store.deviceID)
        let first = sink(try broker.endpoint, store)
        let publisher = world.publisher(store, queue, [first], targets: [Self.target])
        try await publisher.scan()
        _ = try await visit(world, store)
        try await publisher.scan()
        _ = await first.connect()
        guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: 50) else {
            Issue.record("nothing is due")
            return
        }
        #expect(await first.deliver(messages).end == .complete)
        // The process dies after the broker has the messages and before the queue knows it.
        await first.abort()
        try await eventually { recorder.payloads(topics.availability) == ["online", "offline"] }
        try await queue.close()

        let again = try world.queue()
        let second = world.publisher(
            store,
            again,
            [sink(try broker.endpoint, store)],
            targets: [Self.target]
        )
        #expect(try await second.drain())

        try await eventually { recorder.payloads(topics.visit).count == 2 }
        #expect(Set(recorder.payloads(topics.visit)).count == 1)
        await recorder.disconnect()
        broker.stop()
    }

    @Test("A wrong password is reported with what to check, and the right one works")
    func password() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        try Data("trendy:secret\n".utf8).write(
            to: URL(fileURLWithPath: world.directory + "/passwords")
        )
        let hashing = Process()
        hashing.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_passwd")
        hashing.arguments = ["-U", world.directory + "/passwords"]
        try hashing.run()
        hashing.waitUntilExit()
        let broker = try await Mosquitto(
            directory: world.directory,
            settings: "allow_anonymous false\npassword_file \(world.directory)/passwords"
        )
        try await broker.start()
        let endpoint = try MQTTEndpoint("mqtt://trendy@127.0.0.1:\(broker.port)")

        let wrong = await sink(endpoint, store, password: "wrong").connect()
        let right = sink(endpoint, store, password: "secret")

        guard case .failed(let reason) = wrong else {
            Issue.record("\(wrong)")
            return
        }
        #expect(reason.contains("password"))
        #expect(await right.connect() == .ready(isNew: true))
        await right.close()
        broker.stop()
    }
}

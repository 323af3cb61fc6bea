import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPublish

@Suite("Publisher", .timeLimit(.minutes(5)))
struct PublisherTests {
    private static let target = PublishPlanner.Target.mqtt(
        name: "mqtt",
        prefix: "trendy",
        hasDiscovery: false
    )

    @Test("A visit that begins and ends while nothing runs is published with the next start")
    func missedVisit() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let queue = try world.queue()
        let sink = RecordingSink()
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        try await publisher.scan()
        world.clock.advance(by: .seconds(40 * 86_400))
        let start = world.clock.now() - .seconds(39 * 86_400)

        try await store.record(
            world.dependencies.ids.next(),
            to: nil,
            from: start,
            until: start + .seconds(60)
        )
        #expect(try await publisher.scan() == 2)
        #expect(try await publisher.scan() == 0)
        #expect(try await publisher.drain())

        #expect(sink.delivered.map { $0.contains("began") } == [true, false])
        #expect(sink.delivered.last?.contains("ended") == true)
        #expect(sink.isClosed)
    }

    @Test("Unchanged data is not published again by a later process")
    func restart() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let day = world.zones.day(containing: world.clock.now())
        try await store.record(steps: 5, on: day, world.zones)
        for expected in [1, 0] {
            let queue = try world.queue()
            let sink = RecordingSink()
            let publisher = world.publisher(store, queue, [sink], targets: [Self.target])

            try await publisher.scan()
            #expect(try await publisher.drain())

            #expect(sink.delivered.count == expected)
            try await queue.close()
        }
    }

    @Test("Another account's visits are forgotten without messages")
    func otherAccount() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let queue = try world.queue()
        let publisher = world.publisher(store, queue, [], targets: [Self.target])
        try await publisher.scan()
        try await store.record(
            world.dependencies.ids.next(),
            to: nil,
            from: world.clock.now()
        )
        try await publisher.scan()
        #expect(try await queue.visits().count == 1)
        let other = try PublishWorld(seed: 2)

        let second = world.publisher(try other.store(), queue, [], targets: [Self.target])
        #expect(try await second.scan() == 0)

        #expect(try await queue.visits().isEmpty)
    }

    @Test("While a receiver is down for a day, visits wait and values coalesce; then all arrive")
    func outage() async throws {
        let world = try PublishWorld(skipsTime: true)
        let store = try world.store()
        let queue = try world.queue()
        let sink = RecordingSink()
        sink.isDown = true
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        let day = world.zones.day(containing: world.clock.now())
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        let start = world.clock.now()
        // Publishing begins before the first visit.
        try await publisher.scan()

        async let running: Void = publisher.run { for await _ in stopped {} }
        var visits = 0
        while world.clock.now() - start < .seconds(86_400) {
            visits += 1
            try await store.record(steps: Int64(visits), on: day, world.zones)
            try await store.record(
                world.dependencies.ids.next(),
                to: nil,
                from: world.clock.now()
            )
            let expected = visits
            // One value at most waits besides the visits.
            try await eventually {
                let pending = try await queue.status().sinks.first?.pending ?? 0
                return pending >= expected
            }
            let pending = try await queue.status().sinks.first?.pending ?? 0
            #expect(pending <= visits + 1)
        }
        // At most one attempt in the shortest delay of the longest back-off, and eight before.
        #expect(sink.attempts < 86_400 / 270 + 400)
        sink.isDown = false
        try await eventually { try await queue.status().sinks.first?.pending == 0 }
        stop.finish()
        await running

        #expect(sink.delivered.count { $0.contains("began") } == visits)
    }

    @Test("A stop delivers what is queued, and closes the receivers")
    func stop() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let queue = try world.queue()
        let sink = RecordingSink(batchLimit: 1)
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        try await publisher.scan()
        for _ in 0..<20 {
            try await store.record(
                world.dependencies.ids.next(),
                to: nil,
                from: world.clock.now()
            )
        }
        try await publisher.scan()

        await publisher.run {}

        #expect(sink.delivered.count == 20)
        #expect(sink.isClosed)
    }

    @Test("A receiver that lost its retained messages gets them again")
    func lostMessages() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let queue = try world.queue()
        let day = world.zones.day(containing: world.clock.now())
        try await store.record(steps: 5, on: day, world.zones)
        let sink = RecordingSink()
        let publisher = world.publisher(store, queue, [sink], targets: [Self.target])
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)

        async let running: Void = publisher.run { for await _ in stopped {} }
        try await eventually { sink.delivered.count == 1 }
        sink.announce(.lostRetainedMessages)
        try await eventually { sink.delivered.count == 2 }
        sink.forget()
        sink.announce(.disconnected)
        try await eventually { sink.delivered.count == 3 }
        stop.finish()
        await running

        #expect(Set(sink.delivered).count == 1)
    }
}

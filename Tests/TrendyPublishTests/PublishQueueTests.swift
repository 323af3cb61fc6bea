import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@testable import TrendyPublish

@Suite("Publish queue")
struct PublishQueueTests {
    private func plan(
        _ world: PublishWorld,
        topics: [TopicState] = [],
        visits: [TopicState] = [],
        sink: String = "mqtt"
    ) -> PublishPlan {
        var plan = PublishPlan(
            cursor: PublishCursor(
                device: EntityID(high: 1, low: 1),
                startedAt: world.clock.now(),
                scannedAt: world.clock.now()
            )
        )
        plan.states = [PublishPlan.Sink(name: sink, topics: topics, visits: visits)]
        return plan
    }

    private func metric(_ topic: String, _ text: String) -> TopicState {
        TopicState(kind: .metric, topic: topic, payload: Array(text.utf8))
    }

    private func visit(_ text: String) -> TopicState {
        TopicState(kind: .visit, topic: "visit", payload: Array(text.utf8), isRetained: false)
    }

    private func pending(_ queue: PublishQueue, limit: Int = 1000) async throws -> [String] {
        guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: limit) else {
            return []
        }
        return messages.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    private func delivered(_ queue: PublishQueue, _ count: Int = 1000) async throws -> Int {
        guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: count) else {
            return 0
        }
        let result = DeliveryResult(delivered: messages.count, end: .complete)
        try await queue.finish("mqtt", messages, result)
        return messages.count
    }

    @Test("An unchanged topic is queued once, also after it was delivered")
    func unchanged() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        let plan = plan(world, topics: [metric("steps", "1")])

        #expect(try await queue.apply(plan) == 1)
        #expect(try await queue.apply(plan) == 0)
        #expect(try await delivered(queue) == 1)
        #expect(try await queue.apply(plan) == 0)
    }

    @Test("A newer state replaces the waiting one of its topic; visits keep their order")
    func coalescing() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, topics: [metric("a", "1")], visits: [visit("v1")]))
        try await queue.apply(plan(world, topics: [metric("a", "2")], visits: [visit("v2")]))
        try await queue.apply(
            plan(world, topics: [metric("a", "2"), metric("b", "3")], visits: [visit("v3")])
        )

        #expect(try await pending(queue) == ["v1", "2", "v2", "3", "v3"])
    }

    @Test("A state that changes back while the change waits is delivered as it is at last")
    func changedBack() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, topics: [metric("a", "1")]))
        _ = try await delivered(queue)

        try await queue.apply(plan(world, topics: [metric("a", "2")]))
        try await queue.apply(plan(world, topics: [metric("a", "1")]))

        #expect(try await pending(queue) == ["1"])
    }

    @Test("A topic that is gone is deleted at the broker, and forgotten by a webhook")
    func removedTopic() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        var state = metric("a", "1")
        try await queue.apply(plan(world, topics: [state, metric("b", "2")]))
        _ = try await delivered(queue)

        try await queue.apply(plan(world, topics: [metric("b", "2")]))

        #expect(try await pending(queue) == [""])
        _ = try await delivered(queue)
        state.isRetained = false
        try await queue.apply(plan(world, topics: [metric("b", "2"), state]))
        _ = try await delivered(queue)
        #expect(try await queue.apply(plan(world, topics: [metric("b", "2")])) == 0)
    }

    @Test("A message that was sent but not acknowledged before a kill is sent again, unchanged")
    func killBeforeAcknowledgement() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, visits: [visit("1"), visit("2"), visit("3")]))
        guard case .deliver(let sent) = try await queue.next(for: "mqtt", limit: 2) else {
            Issue.record("nothing is due")
            return
        }
        // The process ends here: neither the result nor a close is stored.
        try await queue.close()

        let reopened = try world.queue()
        guard case .deliver(let again) = try await reopened.next(for: "mqtt", limit: 10) else {
            Issue.record("nothing is due")
            return
        }

        #expect(again.map(\.payload) == [[0x31], [0x32], [0x33]])
        #expect(again.prefix(2).map(\.id) == sent.map(\.id))
        #expect(again.map(\.attempts) == [1, 1, 0])
    }

    @Test("Messages, visits and the cursor of a plan are stored together or not at all")
    func atomicPlan() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        var plan = plan(world, topics: [metric("a", "1")], visits: [visit("1")])
        let known = PublishedVisit(
            id: EntityID(high: 2, low: 2),
            place: nil,
            start: world.clock.now(),
            end: nil
        )
        plan.visits = [known]
        // The last statement of the plan fails as on a full disk.
        try await queue.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON scan
                    BEGIN SELECT RAISE(ABORT, 'full'); END
                    """
            )
        }

        await #expect(throws: (any Error).self) { try await queue.apply(plan) }

        #expect(try await pending(queue) == [])
        #expect(try await queue.visits() == [:])
        try await queue.database.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try await queue.apply(plan) == 2)
        #expect(try await queue.visits() == [known.id: known])
        #expect(try await queue.cursor() == plan.cursor)
    }

    @Test("The delays after failures double up to 300 s, within 10 %")
    func backoff() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, visits: [visit("1")]))
        var waits: [Duration] = []

        for _ in 0..<10 {
            guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: 1) else {
                Issue.record("nothing is due")
                return
            }
            let result = DeliveryResult(delivered: 0, end: .failed("down", retryAfter: nil))
            try await queue.finish("mqtt", messages, result)
            let wait = try #require(try await queue.wait(for: "mqtt"))
            waits.append(wait)
            world.clock.advance(by: wait)
            #expect(try await queue.wait(for: "mqtt") == nil)
        }

        for (wait, seconds) in zip(waits, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
            #expect(wait >= .milliseconds(seconds * 900))
            #expect(wait <= .milliseconds(seconds * 1100))
        }
        #expect(try await delivered(queue) == 1)
        let status = try await queue.status()
        #expect(status.sinks.first?.lastError == "down")
        #expect(status.sinks.first?.delivered == 1)
    }

    @Test("The receiver can ask for a longer delay, at most an hour; a clock set back adds none")
    func retryAfter() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, visits: [visit("1")]))
        for (asked, expected) in [(90, 90), (86_400, 600)] {
            let result = DeliveryResult(
                delivered: 0,
                end: .failed("busy", retryAfter: .seconds(asked))
            )
            try await queue.finish("mqtt", [], result)
            #expect(try await queue.wait(for: "mqtt") == .seconds(expected))
        }

        world.clock.advance(by: .seconds(-86_400))

        #expect(try await queue.wait(for: "mqtt") == .seconds(600))
        world.clock.advance(by: .seconds(86_400 + 3600))
        #expect(try await queue.wait(for: "mqtt") == nil)
    }

    @Test("A refused message is kept with its reason, does not block others, and can be retried")
    func refused() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        try await queue.apply(plan(world, visits: [visit("1"), visit("2")]))
        guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: 2) else {
            Issue.record("nothing is due")
            return
        }

        try await queue.finish(
            "mqtt",
            messages,
            DeliveryResult(delivered: 0, end: .refused("status 404"))
        )

        #expect(try await pending(queue) == ["2"])
        let failures = try await queue.status().failures
        #expect(failures == [.init(sink: "mqtt", reason: "status 404", count: 1)])
        #expect(try await queue.retryFailed() == 1)
        #expect(try await pending(queue) == ["1", "2"])
    }

    @Test("Above the limit, refused messages go first, then the oldest ones, which are counted")
    func bound() async throws {
        let world = try PublishWorld()
        let queue = try world.queue(maximum: 5)
        try await queue.apply(plan(world, visits: (1...5).map { visit("\($0)") }))
        guard case .deliver(let messages) = try await queue.next(for: "mqtt", limit: 1) else {
            Issue.record("nothing is due")
            return
        }
        try await queue.finish(
            "mqtt",
            messages,
            DeliveryResult(delivered: 0, end: .refused("no"))
        )

        try await queue.apply(plan(world, visits: [visit("6")]))
        #expect(try await pending(queue) == ["2", "3", "4", "5", "6"])
        #expect(try await queue.status().sinks.first?.dropped == 0)

        try await queue.apply(plan(world, visits: [visit("7"), visit("8")]))
        #expect(try await pending(queue) == ["4", "5", "6", "7", "8"])
        #expect(try await queue.status().sinks.first?.dropped == 2)
    }

    @Test("Retained states are sent again on request: discovery first, then values, no visits")
    func resend() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        let discovery = TopicState(kind: .discovery, topic: "z", payload: Array("d".utf8))
        try await queue.apply(
            plan(world, topics: [metric("a", "1"), discovery], visits: [visit("v")])
        )
        _ = try await delivered(queue)
        try await queue.apply(plan(world, topics: [metric("a", "2"), discovery]))

        try await queue.resend("mqtt")

        #expect(try await pending(queue) == ["d", "2"])
    }

    @Test("One process at a time uses a queue; its status is readable meanwhile")
    func exclusive() async throws {
        let world = try PublishWorld()
        #expect(try PublishStatus.read(path: world.queuePath) == nil)
        let queue = try world.queue()
        try await queue.apply(plan(world, visits: [visit("1")]))

        let error = #expect(throws: PublishError.self) { try world.queue() }

        #expect(error?.code == .inUse)
        let status = try PublishStatus.read(path: world.queuePath)
        #expect(status?.sinks.map(\.pending) == [1])
        #expect(status?.sinks.first?.oldestPending == world.clock.now())
    }

    @Test("The file is private, and a database of another kind is not touched")
    func file() async throws {
        let world = try PublishWorld()
        let queue = try world.queue()
        let attributes = try FileManager.default.attributesOfItem(atPath: world.queuePath)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try await queue.close()
        let store = try world.store()
        try await store.close()

        let error = #expect(throws: PublishError.self) {
            try PublishQueue(
                path: world.directory + "/local.sqlite",
                dependencies: world.dependencies
            )
        }

        #expect(error?.code == .cannotOpen)
    }

    @Test(
        "The queries of a delivery use the indexes",
        arguments: [
            (PublishRow.pendingQuery, "message_by_sink"),
            (PublishRow.deletePendingQuery, "message_by_topic"),
        ]
    )
    func plans(_ query: String, _ index: String) async throws {
        let world = try PublishWorld()
        let queue = try world.queue()

        let steps = try await queue.database.plan(of: query)

        #expect(steps.count == 1)
        #expect(steps.allSatisfy { $0.contains(index) })
    }
}

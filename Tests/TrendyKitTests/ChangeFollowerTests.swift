import Logging
import Synchronization
import TestSupport
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendySync

@Suite("Following the server's changes")
struct ChangeFollowerTests {
    @Test("A connected device receives another device's changes; its own writes cause no run")
    func follows() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            try await a.sync()
            let triggers = Mutex<[SyncTrigger]>([])
            let scheduler = SyncScheduler(
                coordinator: b.coordinator,
                store: b.store,
                dependencies: .live()
            ) { _ in
                guard let run = try? await b.store.read({ try $0.sync.runs(limit: 1) }).first else {
                    return
                }
                triggers.withLock { $0 += [SyncTrigger(rawValue: run.trigger) ?? .manual] }
            }
            let follower = ChangeFollower(
                feed: b.transport,
                scheduler: scheduler,
                dependencies: .live()
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await scheduler.run() }
                group.addTask { await follower.run() }
                // A run that is still in progress would pull the change itself.
                try await eventually { triggers.withLock { $0.count } > 0 }

                let id = try await a.store.log("Coffee", notes: "from a")
                try await a.sync()
                try await eventually { triggers.withLock { $0.count } > 1 }
                #expect(try await b.store.read { try $0.entities.fetch(id: id) } != nil)
                try await b.store.log("Tea")
                await scheduler.requestSync()
                try await eventually { triggers.withLock { $0.count } > 2 }
                let last = try await a.store.log("Coffee", notes: "and another")
                try await a.sync()
                try await eventually { triggers.withLock { $0.count } > 3 }
                #expect(try await b.store.read { try $0.entities.fetch(id: last) } != nil)
                group.cancelAll()
            }
            #expect(triggers.withLock { $0 } == [.launch, .remoteChange, .change, .remoteChange])
        }
    }

    @Test(
        "An engine pushes recorded events without a request",
        .timeLimit(.minutes(20))
    )
    func engineAlone() async throws {
        try await TestWorld.run { world in
            let way = try await world.device("way").transport
            let (runs, run) = AsyncStream.makeStream(of: Bool.self)
            var events = EngineEvents()
            events.onSync = { result in
                if case .success = result { run.yield(true) } else { run.yield(false) }
            }
            let engine = try TrendyEngine(
                databasePath: world.directory + "/engine.sqlite",
                transport: way,
                dependencies: .live(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                events: events
            )
            var results = runs.makeAsyncIterator()
            engine.start()
            #expect(await results.next() == true)

            _ = try await engine.recordManualEvent(.init(typeName: "Coffee"))

            #expect(await results.next() == true)
            #expect(try await engine.store.read { try $0.queue.status() }.pending == 0)
            #expect(
                try await engine.store.read { try $0.sync.runs() }.map(\.trigger) == [
                    "change", "launch",
                ]
            )
            try await engine.stop()
        }
    }

    @Test("A broken stream is reopened, and missed changes are pulled")
    func reconnects() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            try await b.sync()
            let feed = BreakingFeed(base: b.transport)
            let scheduler = SyncScheduler(
                coordinator: b.coordinator,
                store: b.store,
                dependencies: .live()
            )
            let follower = ChangeFollower(
                feed: feed,
                scheduler: scheduler,
                dependencies: .live()
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await scheduler.run() }
                group.addTask { await follower.run() }
                try await eventually { feed.count.load(ordering: .relaxed) > 0 }
                let id = try await a.store.log("Coffee")
                try await a.sync()
                try await eventually {
                    try await b.store.read { try $0.entities.fetch(id: id) } != nil
                }
                group.cancelAll()
            }
            #expect(feed.count.load(ordering: .relaxed) > 1)
        }
    }

    @Test(
        "An open stream is closed in Low Power Mode, on a restricted network and in the background",
        arguments: ["low power", "constrained", "background"]
    )
    func closes(reason: String) async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let feed = OpenFeed()
            let scheduler = SyncScheduler(
                coordinator: a.coordinator,
                store: a.store,
                dependencies: .live()
            )
            let follower = ChangeFollower(
                feed: feed,
                scheduler: scheduler,
                dependencies: .live()
            )
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await follower.run() }
                var states = feed.states.makeAsyncIterator()
                let opened = await states.next()
                await scheduler.update { conditions in
                    switch reason {
                    case "low power": conditions.isLowPower = true
                    case "constrained": conditions.isConstrained = true
                    default: conditions.isInBackground = true
                    }
                }
                let closed = await states.next()
                #expect(opened == true && closed == false)
                group.cancelAll()
            }
        }
    }

    /// A stream that stays open without events.
    private struct OpenFeed: ChangeFeed {
        let states: AsyncStream<Bool>
        private let state: AsyncStream<Bool>.Continuation

        init() { (states, state) = AsyncStream.makeStream() }

        func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws {
            state.yield(true)
            defer { state.yield(false) }
            // Runs until it is cancelled.
            while true { try await Task.sleep(for: .seconds(86_400)) }
        }
    }

    /// A stream whose first connection breaks at once.
    private final class BreakingFeed: ChangeFeed {
        let count = Atomic(0)
        private let base: any ChangeFeed

        init(base: any ChangeFeed) {
            self.base = base
        }

        func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws {
            guard count.add(1, ordering: .relaxed).newValue > 1 else {
                throw SyncFailure(code: .offline, reason: .offline)
            }
            try await base.follow(onChange)
        }
    }

    @Test("Events are parsed equally for every chunking", arguments: ["\n", "\r\n", "\r"])
    func pieces(lineEnd: String) throws {
        let text = [
            ":", "", "event: change", "data: {\"cursor\":\"a-1\"}", "", "data:one", "data: two",
            "id: 7", "", "", "data: cut",
        ].joined(separator: lineEnd)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = EventStreamDecoder()
            let events =
                try decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...]))
            let texts = events.map { String(decoding: $0, as: UTF8.self) }
            #expect(texts == ["{\"cursor\":\"a-1\"}", "one\ntwo"])
        }
    }

    @Test("An endless line is rejected")
    func endless() {
        var decoder = EventStreamDecoder()
        #expect(throws: JSONError.self) {
            for _ in 0..<100 { _ = try decoder.decode(Array(repeating: 0x61, count: 4096)) }
        }
    }
}

import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("A server with arbitrary responses")
struct HostileServerTests {
    /// Answers each request with a body from the test.
    private struct Exchange: HTTPExchange {
        let status: Int
        let type: String
        let retryAfter: String?
        var results: (@Sendable (PushRequest) -> String)?
        /// The maximum number of mutations that a proxy accepts; `nil` for any number.
        var limit: Int?
        let body: @Sendable (String) -> AsyncStream<[UInt8]>

        func send(_ request: HTTPRequest, body sent: [UInt8]?) async throws -> HTTPAnswer {
            var head = HTTPResponse(status: .init(code: status))
            head.headerFields[.contentType] = type
            head.headerFields[.retryAfter] = retryAfter
            guard let results, let sent, request.path?.hasSuffix("/push") == true else {
                return HTTPAnswer(head: head, body: Body(pieces: body(request.path ?? "")))
            }
            let push = try sent.withUnsafeBytes { try PushRequest(json: $0) }
            var answer = #"{"epoch":"e","results":[\#(results(push))]}"#
            if let limit, push.mutations.count > limit {
                head.status = .init(code: 413)
                head.headerFields[.contentType] = "text/html"
                answer = "<html><h1>413 Request Entity Too Large</h1></html>"
            }
            let text = answer
            return HTTPAnswer(
                head: head,
                body: Body(
                    pieces: AsyncStream { continuation in
                        continuation.yield(Array(text.utf8))
                        continuation.finish()
                    }
                )
            )
        }

        func shutdown() async throws {}

        private struct Body: AsyncSequence, Sendable {
            let pieces: AsyncStream<[UInt8]>

            func makeAsyncIterator() -> Iterator { Iterator(base: pieces.makeAsyncIterator()) }

            struct Iterator: AsyncIteratorProtocol {
                var base: AsyncStream<[UInt8]>.Iterator

                mutating func next() async throws -> [UInt8]? { await base.next() }
            }
        }
    }

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }

    private func once(_ text: String) -> @Sendable (String) -> AsyncStream<[UInt8]> {
        { _ in
            AsyncStream { continuation in
                continuation.yield(Array(text.utf8))
                continuation.finish()
            }
        }
    }

    /// Runs a sync on a device that has synced before; with `records`, one event is pending.
    private func run(
        status: Int = 200,
        type: String = "application/json",
        retryAfter: String? = nil,
        cursor: String? = "e-5",
        records: Bool = true,
        limits: SyncLimits = SyncLimits(),
        results: (@Sendable (PushRequest) -> String)? = nil,
        proxyLimit: Int? = nil,
        _ body: @escaping @Sendable (String) -> AsyncStream<[UInt8]>
    ) async throws -> (failure: SyncFailure?, status: QueueStatus, events: Int) {
        let directory = FileManager.default.temporaryDirectory.path + "/hostile-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let dependencies = Dependencies.live()
        let store = try DeviceStore(path: directory + "/a.sqlite", dependencies: dependencies)
        if let cursor {
            try await store.write {
                try $0.sync.apply(changes: [], cursor: cursor, policy: ConflictResolver())
            }
        }
        if records { try await store.log("Coffee", notes: "kept") }
        let address = try #require(ServerAddress("http://hostile.example"))
        let client = AccountClient(
            address: address,
            exchange: Exchange(
                status: status,
                type: type,
                retryAfter: retryAfter,
                results: results,
                limit: proxyLimit,
                body: body
            ),
            wallClock: dependencies.wallClock
        )
        let session = try JSONDecoder().decode(
            Session.self,
            from: Data(
                #"""
                {"access_token":"a","token_type":"bearer","expires_in":3600,
                "expires_at":9999999999,"refresh_token":"r",
                "user":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","email":"a@example.org",
                "created_at":"2026-01-01T00:00:00.000Z"}}
                """#.utf8
            )
        )
        let transport = HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: NoStorage(),
                refresher: client,
                wallClock: dependencies.wallClock
            )
        )
        let coordinator = SyncCoordinator(
            store: store,
            transport: transport,
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            limits: limits
        )
        var failure: SyncFailure?
        do {
            _ = try await coordinator.sync()
        } catch {
            failure = try #require(error as? SyncFailure)
        }
        let result = (
            failure, try await store.read { try $0.queue.status() },
            try await store.read { try $0.entities.events(EventFilter()) }.count
        )
        try await store.close()
        return result
    }

    @Test(
        "Any JSON in response to a push is a reported error; nothing is lost or changed",
        arguments: [
            "", "{", "null", "[]", "7", "\"text\"", "{}", #"{"epoch":1,"results":[]}"#,
            #"{"epoch":"e","results":{}}"#, #"{"epoch":"e","results":[null]}"#,
            #"{"epoch":"e","results":[{"id":"x","status":"applied"}]}"#,
            #"{"epoch":"e","results":[]}"#, #"{"epoch":"e","results":[{}]}"#,
            #"{"epoch":"e","results":[{"id":"01890a5d-ac96-774b-bcce-b302099a8057","status":"applied","version":1}]}"#,
            "{\"epoch\":\"e\",\"results\":[],\"cursor\":\"\\ud800\"}", "\u{FEFF}{}",
        ]
    )
    func anyJSON(body: String) async throws {
        let result = try await run(once(body))

        #expect(result.failure?.code == .malformedAnswer)
        #expect(result.status.lastError != nil)
        #expect(result.status.cursor == "e-5")
        #expect(result.status.pending == 2)
        #expect(result.events == 1)
    }

    @Test("A million brackets, unclosed or nested, are rejected", arguments: ["[", "{\"a\":"])
    func deep(opening: String) async throws {
        let deep = String(repeating: opening, count: 1_000_000)
        for body in [deep, #"{"epoch":"e","unknown":"# + deep, #"{"results":[{"entity":"# + deep] {
            let result = try await run(once(body))
            #expect(result.failure?.code == .malformedAnswer)
            #expect(result.status.pending == 2)
        }
        let problem = try await run(status: 422, type: "application/problem+json", once(deep))
        #expect(problem.failure != nil)
        #expect(problem.status.failed == 0 && problem.status.pending == 2)
    }

    @Test(
        "An endless response, or an endless line of a snapshot, is cut off",
        arguments: [true, false]
    )
    func endless(isSnapshot: Bool) async throws {
        let result = try await run(
            type: isSnapshot ? "application/x-ndjson" : "application/json",
            cursor: isSnapshot ? nil : "e-5"
        ) { _ in
            let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)
            return AsyncStream(unfolding: { piece })
        }

        #expect(result.failure?.code == .malformedAnswer)
        #expect(result.status.pending == 2)
        #expect(result.status.cursor == (isSnapshot ? nil : "e-5"))
    }

    @Test(
        "An endless snapshot is abandoned, whatever its lines contain",
        arguments: [
            #"{"entity_type":"mood_ring","id":"01890a5d-ac96-774b-bcce-b302099a8057"}"#,
            #"{"after":"x"}"#, #"{"complete":true}"#, #"{"cursor":"e-5","counts":{"event":9}}"#,
            #"{"entity_type":"event_type","id":"01890a5d-ac96-774b-bcce-b302099a8057","version":6,"#
                + #""created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z","#
                + ##""name":"X","color":"#112233","icon":"star"}"##,
        ]
    )
    func endlessSnapshot(line: String) async throws {
        var limits = SyncLimits()
        limits.snapshotLines = 1000
        limits.unreadableBytes = 100_000
        let result = try await run(type: "application/x-ndjson", cursor: nil, limits: limits) { _ in
            let isFirst = Mutex(true)
            return AsyncStream(unfolding: {
                let wasFirst = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                let header = #"{"cursor":"e-5","counts":{"event":-9,"geofence":\#(Int64.min)}}"#
                return Array(((wasFirst ? header : line) + "\n").utf8)
            })
        }

        #expect(result.failure?.code == .malformedAnswer)
        #expect(result.status.lastError == .endlessSnapshot)
        #expect(result.status.cursor == nil)
        #expect(result.status.pending == 2)
    }

    private func page(_ next: String, _ change: String, hasMore: Bool = true) -> String {
        #"{"changes":[\#(change)],"next_cursor":"\#(next)","has_more":\#(hasMore)}"#
    }

    private let change =
        #"{"version":6,"entity_type":"event_type","entity_id":"01890a5d-ac96-774b-bcce-b302099a8057","#
        + #""operation":"upsert","data":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","#
        + #""entity_type":"event_type","version":6,"created_at":"2026-01-01T00:00:00.000Z","#
        + #""updated_at":"2026-01-01T00:00:00.000Z","name":"X","color":"#
        + ##""#112233","icon":"star"}}"##

    @Test("A looping cursor and an endless feed are detected")
    func loops() async throws {
        for answer in [page("e-5", change), page("e-9", "")] {
            let result = try await run(records: false, once(answer))
            #expect(result.failure?.code == .malformedAnswer)
            #expect(result.failure?.reason == .stuckCursor)
            #expect(result.status.cursor == "e-5")
        }
    }

    @Test(
        "A page whose cursor goes back, or has another epoch, changes nothing",
        arguments: ["e-1", "e-4", "f-9", "f-5"]
    )
    func back(next: String) async throws {
        let result = try await run(records: false, once(page(next, "", hasMore: false)))

        // A new epoch starts a full read; a page is not a snapshot, so the read breaks off.
        #expect(result.failure?.code == (next.hasPrefix("f") ? .offline : .malformedAnswer))
        #expect(result.status.lastError != nil)
        #expect(result.status.cursor == "e-5")
    }

    @Test("Cursors that alternate end the pull")
    func backAndForth() async throws {
        let asked = Mutex(0)
        let answers = ["e-6", "e-7"].map { page($0, change) }
        let result = try await run(records: false) { path in
            let number = asked.withLock { asked in
                defer { asked += 1 }
                return asked
            }
            return once(answers[number % 2])(path)
        }

        #expect(asked.withLock { $0 } == 3)
        #expect(result.failure?.code == .malformedAnswer)
        #expect(result.status.cursor == "e-7")
    }

    /// Changes the cursor range of a push result.
    private struct CursorChangingTransport: TransportWrapper {
        let base: any SyncTransport
        let change: @Sendable (inout PushAnswer) -> Void

        func push(_ request: PushRequest) async throws -> PushAnswer {
            var answer = try await base.push(request)
            change(&answer)
            return answer
        }
    }

    @Test(
        "A push result with an invalid or older cursor, or another epoch, changes nothing",
        arguments: ["", "x", "-", "back", "zz-9000"]
    )
    func cursorRange(next: String) async throws {
        try await TestWorld.run { world in
            let isHostile = Mutex(false)
            let a = try await world.device("a") { base in
                CursorChangingTransport(base: base) { answer in
                    guard isHostile.withLock({ $0 }) else { return }
                    let before = answer.previousCursor.flatMap { Cursor($0) }
                    let back = before.map { "\($0.epoch)-\($0.version - 1)" }
                    answer.cursor = next == "back" ? back : next
                }
            }
            try await a.store.log("Coffee")
            try await a.sync()
            let cursor = try await a.store.read { try $0.sync.cursor() }
            isHostile.withLock { $0 = true }
            try await a.store.log("Coffee")

            await #expect(throws: SyncFailure.self) { try await a.sync() }

            let during = try await a.store.read { try $0.queue.status() }
            #expect(during.pending == 1)
            #expect(during.lastError != nil)
            let stored = try #require(during.cursor.flatMap { Cursor($0) })
            #expect(stored.version >= (cursor.flatMap { Cursor($0) }?.version ?? .max))
            isHostile.withLock { $0 = false }
            try await a.sync()
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await a.agrees())
        }
    }

    @Test(
        "A response that is not from a Trendy server is not an expired session",
        arguments: [(200, "text/html"), (302, "text/html"), (401, "text/html"), (511, "text/html")]
    )
    func portal(status: Int, type: String) async throws {
        let result = try await run(
            status: status,
            type: type,
            once("<html>Sign in to CafeNet</html>")
        )

        #expect(result.failure?.code == .notTrendy)
        #expect(result.status.pending == 2)
        let words = SyncStatus(queue: result.status, now: Instant(seconds: 0)).text
        #expect(words.contains("Sign in to this network"))
    }

    @Test(
        "A server that asks to wait for a very long time is asked again after an hour",
        arguments: [429, 503],
        ["7200", "\(Int64.max / 1000)", "\(Int.max)", "-5", "\(Int.min)"]
    )
    func endlessWait(status: Int, seconds: String) async throws {
        let asksBefore = seconds.hasPrefix("-")
        let problem = """
            {"type":"urn:trendy:error:unavailable","title":"t","status":\(status),"detail":"d",
            "retry_after":\(seconds)}
            """
        for body in [problem, "<html>"] {
            let result = try await run(status: status, retryAfter: seconds, once(body))

            #expect(result.failure?.code == .busy)
            #expect(result.failure?.retryAfter == (asksBefore ? .zero : .seconds(3600)))
            let until = try #require(result.status.serverWaitUntil)
            let wait = result.status.serverWait(at: until - .seconds(3600))
            #expect(asksBefore || wait == .seconds(3600))
            #expect(until <= SystemWallClock().now() + .seconds(3600))
            #expect(result.status.pending == 2)
        }
    }

    @Test("After the server revoked the session, the person signs in again and all data is kept")
    func revoked() async throws {
        let problem = """
            {"type":"urn:trendy:error:unauthorized","title":"t","status":401,"detail":"d"}
            """
        let result = try await run(
            status: 401,
            type: "application/problem+json",
            once(problem)
        )

        #expect(result.failure?.code == .needsSignIn)
        #expect(result.status.lastFailure == SyncFailure.Code.needsSignIn.rawValue)
        #expect(result.status.pending == 2 && result.status.failed == 0)
        #expect(result.status.cursor == "e-5")
        #expect(result.events == 1)
    }

    @Test("Counts and durations of any size are added without overflow")
    func endlessNumbers() throws {
        let full = #"{"count":\#(Int.max),"digest":"0000000000000001"}"#
        let buckets = #"{"0":\#(full),"1":\#(full)}"#
        let body = #"{"epoch":"e","cursor":"e-5","prefix":"","buckets":\#(buckets)}"#
        let answer = try JSONDecoder().decode(DigestAnswer.self, from: Data(body.utf8))

        #expect(answer.total.count == .max)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                DigestBucket.self,
                from: Data(#"{"count":-1,"digest":"0"}"#.utf8)
            )
        }
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        #expect(Instant(seconds: 1) + .seconds(Int64.max) == last)
        #expect(Instant(seconds: -1) - .seconds(Int64.max) == first)
        #expect(last - first > .seconds(Int64.max / 1000))
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    }

    @Test(
        "A result that cannot be decoded fails its own mutation; the others proceed",
        arguments: [
            #""status":"applied_twice","version":7"#, #""status":"applied""#,
            #""status":"applied","version":"x""#, #""status":"conflict""#, #""version":3"#,
            #""status":"conflict","entity":{"entity_type":"mood_ring"}"#,
            #""status":"conflict","entity":[]"#, #""status":"rejected","problem":7"#,
        ]
    )
    func unreadableResult(malformed: String) async throws {
        let answer: @Sendable (PushRequest) -> String = { push in
            push.mutations.map { mutation in
                mutation.kind == .event
                    ? #"{"id":"\#(mutation.id)",\#(malformed)}"#
                    : #"{"id":"\#(mutation.id)","status":"applied","version":6}"#
            }.joined(separator: ",")
        }
        let result = try await run(results: answer, once(page("e-9", "", hasMore: false)))

        #expect(result.failure == nil)
        #expect(result.status.pending == 1 && result.status.failed == 0)
        #expect(try #require(result.status.nextAttempt) > Instant(milliseconds: 0))
        #expect(result.events == 1)
    }

    @Test(
        "A proxy with a size limit gets smaller requests; a mutation above it fails",
        arguments: [0, 1]
    )
    func proxyLimit(limit: Int) async throws {
        let answer: @Sendable (PushRequest) -> String = { push in
            push.mutations.map { #"{"id":"\#($0.id)","status":"applied","version":6}"# }
                .joined(separator: ",")
        }
        let result = try await run(
            results: answer,
            proxyLimit: limit,
            once(page("e-9", "", hasMore: false))
        )

        #expect(result.failure == nil)
        #expect(result.status.cursor == "e-9")
        #expect(result.status.failed == (limit == 0 ? 1 : 0))
        #expect(result.status.pending == (limit == 0 ? 1 : 0))
        #expect(result.events == 1)
    }

    @Test("When no result can be decoded, the failure is the server's and mutations stay pending")
    func unreadableResults() async throws {
        let answer: @Sendable (PushRequest) -> String = { push in
            push.mutations.map { #"{"id":"\#($0.id)","status":"taken"}"# }.joined(separator: ",")
        }
        let result = try await run(results: answer, once(page("e-9", "", hasMore: false)))

        #expect(result.failure?.code == .malformedAnswer)
        #expect(result.status.lastError != nil)
        #expect(result.status.pending == 2 && result.status.failed == 0)
    }
}

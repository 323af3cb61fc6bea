import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The sync routes")
struct SyncRouteTests {
    @Test("Another device pulls what a device pushed, byte for byte")
    func roundTrip() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            let event = client.mutation(
                .create,
                .event,
                client.world.id(),
                eventFields(type, extra: #","notes":"e\#u{301}","big":9223372036854775807"#)
            )

            let pushed = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee")), event,
            ])
            let pulled = try await client.send(.get, "\(Route.changes)?limit=1000")

            let answer = try Array(pushed.body.readableBytesView).withUnsafeBytes {
                try PushAnswer(json: $0)
            }
            let page = try Array(pulled.body.readableBytesView).withUnsafeBytes {
                try ChangePage(json: $0)
            }
            #expect(answer.results.map(\.status) == [.applied, .applied])
            #expect(page.changes.map(\.version) == [1, 2])
            #expect(page.changes[1].content == (try Document(json: event.fields)).json)
            #expect(page.hasMore == false)
            let latest = try await client.send(.get, Route.latestCursor)
            #expect(latest.text == #"{"cursor":"\#(page.nextCursor)"}"#)
        }
    }

    @Test("A push with another epoch is refused before anything is applied")
    func otherEpoch() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.mutation(
                .create,
                .eventType,
                client.world.id(),
                typeFields("Coffee")
            )
            var push = PushRequest(
                deviceID: EntityID(high: 1, low: 1),
                epoch: "another",
                mutations: [type]
            )
            let refused = try await client.send(
                .post,
                Route.push,
                bytes: ByteBuffer(bytes: push.json)
            )
            let latest = try await client.send(.get, Route.latestCursor)
            push.epoch = nil
            let taken = try await client.send(
                .post,
                Route.push,
                bytes: ByteBuffer(bytes: push.json)
            )

            #expect(refused.problem?.code == .cursorExpired)
            #expect(latest.text.hasSuffix("-0\"}"))
            #expect(taken.status == .ok)
        }
    }

    @Test("An id range contains tombstones, page by page")
    func range() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            let gone = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee")),
                client.mutation(.create, .event, gone, eventFields(type)),
                client.mutation(.delete, .event, gone),
            ])
            let prefix = String(type.description.prefix(2))
            let all = try await client.send(.get, "\(Route.range)?prefix=\(prefix)")
            let rest = try await client.send(
                .get,
                "\(Route.range)?prefix=\(prefix)&after=\(min(type, gone))"
            )
            let none = try await client.send(.get, "\(Route.range)?prefix=zz")
            let pages = try [all, rest].map { response in
                try Array(response.body.readableBytesView).withUnsafeBytes {
                    try ChangePage(json: $0)
                }
            }

            #expect(pages[0].changes.map(\.id) == [type, gone].sorted())
            #expect(pages[0].changes.first { $0.id == gone }?.deletedAt != nil)
            #expect(pages[1].changes.map(\.id) == [max(type, gone)])
            #expect(pages[0].nextCursor.version == 3)
            #expect(none.problem?.code == .validation)
        }
    }

    @Test("A listener is notified of its account's changes only, and notifications coalesce")
    func notifications() async throws {
        let listeners = Broadcaster<Int>()
        let first = listeners.listen(to: 1)
        let other = listeners.listen(to: 2)
        listeners.changed(1)
        listeners.changed(1)
        first.stop()
        other.stop()
        var count = 0
        for await _ in first.events { count += 1 }
        for await _ in other.events { count += 100 }

        #expect(count == 1)
        #expect(listeners.count(of: 1) == 0)
    }

    @Test("A page of large entities ends by its bytes, and no entity is omitted")
    func largePages() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            let notes = String(repeating: "x", count: 9_000)
            for _ in 0..<4 {
                let pushed = try await client.push(
                    (0..<200).map { _ in
                        client.mutation(
                            .create,
                            .event,
                            client.world.id(),
                            eventFields(type, extra: #","notes":"\#(notes)""#)
                        )
                    }
                )
                try #require(pushed.status == .ok)
            }
            var sizes: [Int] = []
            var cursor: String?
            repeat {
                let since = cursor.map { "&since=\($0)" } ?? ""
                let answer = try await client.send(.get, "\(Route.changes)?limit=1000\(since)")
                let page = try Array(answer.body.readableBytesView).withUnsafeBytes {
                    try ChangePage(json: $0)
                }
                sizes.append(page.changes.count)
                #expect(answer.body.readableBytes < 2 * WireLimit.pageBytes)
                cursor = page.hasMore ? page.nextCursor.description : nil
            } while cursor != nil && sizes.count < 10

            #expect(sizes.count == 2)
            #expect(sizes.reduce(0, +) == 801)
        }
    }

    @Test("501 mutations, no mutations, and a body over 4 MiB are refused as a whole")
    func limits() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let mutations = (0..<501).map { _ in
                client.mutation(.create, .eventType, client.world.id(), typeFields("a"))
            }
            let many = try await client.push(mutations)
            let none = try await client.push([])
            let large = try await client.send(
                .post,
                Route.push,
                bytes: ByteBuffer(repeating: 0x20, count: WireLimit.pushBytes + 1)
            )
            let cut = try await client.send(.post, Route.push, #"{"device_id":"#)

            #expect(many.problem?.code == .malformed)
            #expect(none.problem?.code == .malformed)
            #expect(large.problem?.code == .payloadTooLarge)
            #expect(large.status == .contentTooLarge)
            #expect(cut.problem?.code == .malformed)
            let latest = try await client.send(.get, Route.latestCursor)
            #expect(latest.text.hasSuffix("-0\"}"))
        }
    }

    @Test("A page size outside 1…1,000 is refused", arguments: ["0", "1001", "-1", "x"])
    func pageLimit(_ limit: String) async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            for path in [Route.changes, "\(Route.base)/events", "\(Route.base)/geofences"] {
                let response = try await client.send(.get, "\(path)?limit=\(limit)")
                #expect(response.problem?.code == .validation)
            }
        }
    }

    @Test(
        "A cursor of another server, ahead of the data, or invalid is expired",
        arguments: ["0123456789abcdef-0", "ahead", "nonsense"]
    )
    func foreignCursor(_ text: String) async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            let account = try #require(try await fixture.store.account(after: nil))
            let epoch = try await fixture.store.latestCursor(account: account).epoch
            let cursor = text == "ahead" ? "\(epoch)-7" : text
            let response = try await client.send(.get, "\(Route.changes)?since=\(cursor)")

            #expect(response.status == .gone)
            #expect(response.problem?.code == .cursorExpired)
        }
    }

    @Test("A device that saw the empty account misses no collected deletion")
    func emptyCursor() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            _ = try await client.push([client.mutation(.delete, .eventType, type)])
            let later = fixture.world.clock.now() + .seconds(1)
            try await fixture.store.collectGarbage(
                tombstonesBefore: later,
                tokensBefore: later - .seconds(86_400)
            )

            let account = try #require(try await fixture.store.account(after: nil))
            let epoch = try await fixture.store.latestCursor(account: account).epoch
            let empty = try await client.send(.get, "\(Route.changes)?since=\(epoch)-0")
            let fresh = try await client.send(.get, Route.changes)

            #expect(empty.problem?.code == .cursorExpired)
            #expect(fresh.status == .ok)
        }
    }

    @Test("Events with escapes in their fields are sent like all others")
    func escapedTimes() async throws {
        // Guards an account whose snapshot broke off at such an event, for every new device.
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            for batch in 0..<3 {
                let events = (0..<500).map { number in
                    client.mutation(
                        .create,
                        .event,
                        client.world.id(),
                        eventFields(type, at: Int64(batch * 500 + number))
                            .replacing("Z\"", with: #"\u005a""#)
                    )
                }
                let answer = try await client.push(events)
                #expect(answer.status == .ok)
            }

            let whole = try await client.send(.get, Route.snapshot).snapshot()

            #expect(whole.last == .complete)
            let events = whole.count { line in
                if case .entity(let entity) = line { entity.kind == .event } else { false }
            }
            #expect(events == 1_500)
        }
    }

    @Test("An interrupted snapshot resumes at its position with its first cursor")
    func snapshot() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            for batch in 0..<5 {
                _ = try await client.push(
                    (0..<500).map {
                        client.mutation(
                            .create,
                            .event,
                            client.world.id(),
                            eventFields(type, at: Int64(batch * 500 + $0))
                        )
                    }
                )
            }

            let whole = try await client.send(.get, Route.snapshot).snapshot()
            let places = whole.indices.filter { if case .mark = whole[$0] { true } else { false } }
            guard case .mark(let token) = whole[places[1]] else { return }
            _ = try await client.push([
                client.mutation(.create, .eventType, client.world.id(), typeFields("Tea"))
            ])
            let rest = try await client.send(.get, "\(Route.snapshot)?after=\(token)").snapshot()

            guard case .header(let first, let counts, _) = whole[0],
                case .header(let second, _, _) = rest[0]
            else {
                Issue.record("A snapshot starts with a header")
                return
            }
            #expect(counts[.event] == 2500)
            #expect(first == second)
            #expect(whole.last == .complete)
            #expect(Array(rest.dropFirst()) == Array(whole[(places[1] + 1)...]))
            let foreign = try await client.send(
                .get,
                "\(Route.snapshot)?after=0123456789abcdef-0~e"
            )
            #expect(foreign.problem?.code == .cursorExpired)
        }
    }

    @Test("A client that accepts gzip gets the same snapshot lines compressed")
    func gzip() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            _ = try await client.push(
                (0..<400).map {
                    client.mutation(
                        .create,
                        .event,
                        client.world.id(),
                        eventFields(type, at: Int64($0))
                    )
                }
            )

            let plain = try await client.send(.get, Route.snapshot)
            let packed = try await client.send(
                .get,
                Route.snapshot,
                headers: [.acceptEncoding: "br, gzip;q=0.5"]
            )

            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.body.readableBytes < plain.body.readableBytes / 3)
            let unpacked = try gunzip(Array(packed.body.readableBytesView))
            #expect(unpacked == Array(plain.body.readableBytesView))
        }
    }

    @Test("The digest, the account state and a device's report match the stored data")
    func report() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            let device = client.world.id()
            let report =
                #"{"name":"Phone","pending":2,"failed":0,"app_version":"1","schema_version":3}"#

            let saved = try await client.send(.put, "\(Route.devices)/\(device)", report)
            let state = try await client.send(.get, Route.mySync)
            let digest = try await client.send(.get, "\(Route.digest)?entity_type=event_type")

            #expect(saved.status == .noContent)
            let sync = try JSONDecoder().decode(
                AccountSync.self,
                from: Data(state.body.readableBytesView)
            )
            #expect(sync.counts["event_type"] == 1)
            #expect(sync.devices.map(\.id) == [device.description])
            #expect(sync.devices.map(\.report.pending) == [2])
            let answer = try JSONDecoder().decode(
                DigestAnswer.self,
                from: Data(digest.body.readableBytesView)
            )
            #expect(answer.total.digest == DigestBucket.hash(id: type, version: 1))
            #expect(answer.cursor == sync.latestCursor)
        }
    }

    @Test(
        "A report's name and version have at most 400 bytes each",
        arguments: [(400, 400, true), (401, 1, false), (1, 401, false), (401, 401, false)]
    )
    func reportLimits(_ name: Int, _ version: Int, _ isAccepted: Bool) async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            // 2 bytes each, and 1 for an odd number.
            let text = { (bytes: Int) in
                String(repeating: "\u{e9}", count: bytes / 2)
                    + String(repeating: "x", count: bytes % 2)
            }
            let report =
                #"{"name":"\#(text(name))","pending":0,"failed":0,"#
                + #""app_version":"\#(text(version))","schema_version":1}"#

            let saved = try await client.send(
                .put,
                "\(Route.devices)/\(client.world.id())",
                report
            )

            #expect(saved.status.code == (isAccepted ? 204 : 422))
            #expect(saved.problem?.code == (isAccepted ? nil : .validation))
        }
    }

    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        var input = bytes
        var output = [UInt8](repeating: 0, count: 4 << 20)
        try #require(
            inflateInit2_(
                &stream,
                31,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        )
        defer { inflateEnd(&stream) }
        return try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                try #require(inflate(&stream, Z_FINISH) == Z_STREAM_END)
                return Array(output.prefix(Int(stream.total_out)))
            }
        }
    }
}

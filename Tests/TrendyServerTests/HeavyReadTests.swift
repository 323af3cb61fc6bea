import Foundation
import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyWire

@Suite("Long reads on reader connections")
struct HeavyReadTests {
    private func factory(readers: Int, _ limits: WorkLimits = WorkLimits()) -> StoreFactory {
        StoreFactory.sqlite.with { options in
            options.limits = limits
            options.readers = readers
        }
    }

    /// Fills a store with 300 events, of which a third is deleted.
    private func filled(_ fixture: StoreFixture) async throws -> EntityID {
        let type = try await fixture.addType()
        let events = (0..<300).map { fixture.event(type, at: Int64($0)) }
        try await fixture.push(events)
        try await fixture.push(
            events.enumerated().filter { $0.offset % 3 == 0 }.map {
                fixture.mutation(.delete, .event, $0.element.entityID)
            }
        )
        return type
    }

    @Test("Reader connections return the same results as the main connection, with every commit")
    func equality() async throws {
        var limits = WorkLimits()
        limits.digestRows = 7
        let plain = try await StoreFixture(factory(readers: 0))
        let pooled = try await StoreFixture(factory(readers: 2, limits))
        let type = try await filled(plain)
        _ = try await filled(pooled)

        for prefix in ["", "0", "01", "7f"].compactMap({ IDPrefix($0) }) {
            for kind in [nil, EntityKind.event, .eventType] {
                let one = try await plain.store.digest(
                    account: plain.account,
                    kind: kind,
                    prefix: prefix
                )
                let other = try await pooled.store.digest(
                    account: pooled.account,
                    kind: kind,
                    prefix: prefix
                )
                #expect(one.version == other.version)
                #expect(one.buckets.map(\.prefix) == other.buckets.map(\.prefix))
                #expect(one.buckets.map(\.bucket) == other.buckets.map(\.bucket))
            }
        }
        var query = EventQuery(limit: 1000)
        query.eventTypeID = type
        for fixture in [plain, pooled] {
            let store = fixture.store
            let account = fixture.account
            let slice = try await store.changes(account: account, after: 0, limit: 1000)
            #expect(slice.entities.count == 301)
            #expect(slice.latestVersion == 401)
            #expect(try await store.events(account: account, query: query).entities.count == 200)
            let page = try await store.snapshotPage(account: account, after: .events, limit: 1000)
            #expect(page.entities.count == 200)
            let whole = try #require(IDPrefix(""))
            let range = try await store.range(
                account: account,
                prefix: whole,
                after: nil,
                limit: 1000
            )
            #expect(range.entities.count == 301)
            try await store.close()
        }
    }

    @Test("A search by source finds the same pages in small steps as in one step")
    func search() async throws {
        var limits = WorkLimits()
        limits.searchRows = 5
        var pages: [[[EntityID]]] = []
        for factory in [factory(readers: 0), factory(readers: 1, limits)] {
            let fixture = try await StoreFixture(factory)
            let type = try await fixture.addType()
            try await fixture.push(
                (0..<100).map { number in
                    var event = fixture.event(type, at: Int64(number / 3))
                    if number % 7 == 0 || number > 80 {
                        let fields = event.fields.description
                        event.fields = RawJSON(
                            unchecked: Array(fields.replacing("manual", with: "imported").utf8)
                        )
                    }
                    return event
                }
            )
            var query = EventQuery(limit: 8)
            query.sourceType = "imported"
            query.to = Instant(seconds: 1_767_225_600 + 32)
            var found: [[EntityID]] = []
            while found.count < 20 {
                let page = try await fixture.store.events(account: fixture.account, query: query)
                found.append(page.entities.map(\.id))
                guard page.hasMore, let last = page.entities.last,
                    let time = EntityKeys(kind: .event, content: last.content).timestamp
                else { break }
                query.after = .event(time, last.id)
            }
            pages.append(found)
        }

        #expect(pages[0] == pages[1])
        #expect(pages[0].map(\.count) == [8, 8, 8, 3])
    }

    @Test("A search page of large events ends by its bytes, like a page of a list")
    func largeSearch() async throws {
        var limits = WorkLimits()
        limits.searchRows = 3
        var pages: [[[EntityID]]] = []
        for factory in [factory(readers: 0), factory(readers: 1, limits)] {
            let fixture = try await StoreFixture(factory)
            let type = try await fixture.addType()
            let text = String(repeating: "x", count: 1_000_000)
            try await fixture.push(
                (0..<7).map { number in
                    let fields = eventFields(type, at: Int64(number), extra: #","zzz":"\#(text)""#)
                    return fixture.mutation(.create, .event, fixture.world.id(), fields)
                }
            )
            var query = EventQuery(limit: 100)
            query.sourceType = "manual"
            var found: [[EntityID]] = []
            while found.count < 9 {
                let page = try await fixture.store.events(account: fixture.account, query: query)
                found.append(page.entities.map(\.id))
                guard page.hasMore, let last = page.entities.last,
                    let time = EntityKeys(kind: .event, content: last.content).timestamp
                else { break }
                query.after = .event(time, last.id)
            }
            pages.append(found)
        }

        #expect(pages[0] == pages[1])
        #expect(pages[0].map(\.count) == [5, 2])
    }

    @Test("A digest matches its version while the account changes")
    func consistency() async throws {
        var limits = WorkLimits()
        limits.digestRows = 16
        let fixture = try await StoreFixture(factory(readers: 2, limits))
        let type = try await fixture.addType()
        let events = (0..<64).map { fixture.event(type, at: Int64($0)) }
        try await fixture.push(events)
        // Version 65 + n: the event n mod 64 was written last, so its version is 65 + n.
        var versions = Dictionary(
            uniqueKeysWithValues: zip(events.map(\.entityID), Int64(2)...)
        )
        versions[type] = 1
        var expected: [Int64: UInt64] = [:]
        func total() -> UInt64 {
            versions.reduce(0) { $0 ^ DigestBucket.hash(id: $1.key, version: $1.value) }
        }
        expected[65] = total()
        let updates = (0..<400).map { number in
            fixture.mutation(
                .update,
                .event,
                events[number % 64].entityID,
                #"{"number":\#(number)}"#
            )
        }
        for (number, update) in updates.enumerated() {
            versions[update.entityID] = Int64(66 + number)
            expected[Int64(66 + number)] = total()
        }
        let whole = try #require(IDPrefix(""))

        let writing = Task {
            for update in updates { try await fixture.push([update]) }
        }
        var digests: [(Int64, UInt64)] = []
        for _ in 0..<60 {
            let digest = try await fixture.store.digest(
                account: fixture.account,
                kind: nil,
                prefix: whole
            )
            digests.append(
                (digest.version, digest.buckets.reduce(0) { $0 ^ $1.bucket.digest })
            )
        }
        try await writing.value

        for (version, digest) in digests { #expect(expected[version] == digest) }
    }

    private final class Order: Sendable {
        private let all = Mutex<[String]>([])

        var names: [String] { all.withLock { $0 } }

        func append(_ name: String) { all.withLock { $0.append(name) } }
    }

    @Test("While long reads take all connections, other requests run; too many reads are refused")
    func independence() async throws {
        let world = TestWorld()
        let path = try temporaryFile()
        var limits = WorkLimits()
        limits.waitingReadsPerAccount = 2
        let store = try SQLiteStore(path: path, random: world.random)
        let ada = try await StoreFixture.addAccount(to: store, world, "ada@example.com")
        let eve = try await StoreFixture.addAccount(to: store, world, "eve@example.com")
        let pool = try ReaderPool(path: path, files: LocalFiles(), count: 1, limits: limits)
        let gate = DispatchSemaphore(value: 0)
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await pool.read(for: ada) { _ in
                begin.finish()
                gate.wait()
            }
        }
        for await _ in started {}
        let order = Order()
        let waiting = [(ada, "ada 1"), (ada, "ada 2"), (eve, "eve")]
        var tasks: [Task<Void, any Error>] = []
        // Each read is queued before the next one starts.
        for (number, (account, name)) in waiting.enumerated() {
            tasks.append(
                Task { try await pool.read(for: account) { _ in order.append(name) } }
            )
            while pool.waitingCount < number + 1 { await Task.yield() }
        }

        let latest = try await store.latestVersion(account: eve)
        let refusal = await #expect(throws: Problem.self) {
            try await pool.read(for: ada) { _ in }
        }
        gate.signal()
        try await holder.value
        for task in tasks { try await task.value }

        #expect(latest == 0)
        #expect(refusal?.status == 429)
        #expect(order.names == ["ada 1", "eve", "ada 2"])
        try await pool.close()
        try await store.close()
    }

    @Test("A reader connection cannot write")
    func readOnly() async throws {
        let world = TestWorld()
        let path = try temporaryFile()
        let store = try SQLiteStore(path: path, random: world.random)
        let account = world.id()
        let pool = try ReaderPool(path: path, files: LocalFiles(), count: 1, limits: WorkLimits())

        await #expect(throws: DatabaseError.self) {
            try await pool.read(for: account) { try $0.execute(sql: "DELETE FROM account") }
        }

        try await pool.close()
        try await store.close()
    }
}

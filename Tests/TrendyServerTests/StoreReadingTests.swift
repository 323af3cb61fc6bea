import Foundation
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Reads of a store are complete and ordered")
struct StoreReadingTests {
    @Test(
        "Changes are sorted by version, each entity once, also when it changes between pages",
        arguments: StoreFactory.all
    )
    func changes(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let events = (0..<25).map { fixture.event(type, at: $0) }
        try await fixture.push(events)

        let first = try await fixture.store.changes(account: fixture.account, after: 0, limit: 10)
        try await fixture.push([
            fixture.mutation(.update, .event, events[20].entityID, #"{"notes":"moved"}"#),
            fixture.mutation(.update, .event, events[2].entityID, #"{"notes":"again"}"#),
        ])
        var rest: [Entity] = []
        var place = first.nextVersion
        var hasMore = first.hasMore
        while hasMore {
            let slice = try await fixture.store.changes(
                account: fixture.account,
                after: place,
                limit: 10
            )
            rest += slice.entities
            place = slice.nextVersion
            hasMore = slice.hasMore
        }

        #expect(first.entities.map(\.version) == Array(1...10))
        #expect(rest.map(\.version) == rest.map(\.version).sorted())
        #expect(Set(rest.map(\.id)).count == rest.count)
        #expect(rest.suffix(2).map(\.id) == [events[20].entityID, events[2].entityID])
        #expect(Set((first.entities + rest).map(\.id)).count == 26)
        #expect(place == 28)
    }

    @Test(
        "A snapshot contains all live entities, parents first, then events newest first",
        arguments: StoreFactory.all
    )
    func snapshot(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        _ = try await fixture.addType("Tea")
        let events = (0..<30).map { fixture.event(type, at: $0 / 3) }
        try await fixture.push(events)
        try await fixture.push([fixture.mutation(.delete, .event, events[0].entityID)])

        var seen: [Entity] = []
        var place: SnapshotPosition? = .start
        while let current = place {
            let page = try await fixture.store.snapshotPage(
                account: fixture.account,
                after: current,
                limit: 7
            )
            seen += page.entities
            place = page.next
        }

        #expect(seen.count == 31)
        #expect(Set(seen.map(\.id)).count == 31)
        #expect(seen.prefix(2).allSatisfy { $0.kind == .eventType })
        let times = seen.dropFirst(2).compactMap {
            EntityKeys(kind: .event, content: $0.content).timestamp
        }
        #expect(times.count == 29)
        #expect(times == times.sorted(by: >))
        let counts = try await fixture.store.snapshotStart(account: fixture.account).counts
        #expect(counts[.event] == 29)
        #expect(counts[.eventType] == 2)
    }

    @Test(
        "The server's digest equals that of a device that read everything",
        arguments: StoreFactory.all
    )
    func digest(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = try await fixture.addType()
        let events = (0..<40).map {
            fixture.event(
                type,
                at: $0,
                id: EntityID(high: UInt64($0) << 58 | 1, low: UInt64($0))
            )
        }
        try await fixture.push(events)
        try await fixture.push([fixture.mutation(.delete, .event, events[3].entityID)])

        let slice = try await fixture.store.changes(
            account: fixture.account,
            after: 0,
            limit: 100
        )
        var expected = DigestBucket()
        for entity in slice.entities where entity.kind == .event && entity.deletedAt == nil {
            expected.add(id: entity.id, version: entity.version)
        }
        let digest = try await fixture.store.digest(
            account: fixture.account,
            kind: .event,
            prefix: try #require(IDPrefix(""))
        )

        #expect(digest.version == slice.latestVersion)
        #expect(digest.epoch == slice.epoch)
        #expect(digest.buckets.reduce(0) { $0 + $1.bucket.count } == expected.count)
        #expect(digest.buckets.reduce(0) { $0 ^ $1.bucket.digest } == expected.digest)
        for (prefix, bucket) in digest.buckets {
            let inner = try await fixture.store.digest(
                account: fixture.account,
                kind: .event,
                prefix: try #require(IDPrefix(prefix))
            )
            #expect(inner.buckets.reduce(0) { $0 ^ $1.bucket.digest } == bucket.digest)
        }
    }

    @Test("No data of another account can be read or changed", arguments: StoreFactory.all)
    func isolation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let other = try await StoreFixture.addAccount(
            to: fixture.store,
            fixture.world,
            "bob@example.com"
        )
        let type = try await fixture.addType()
        let event = fixture.event(type)
        try await fixture.push([event])

        let results = try await fixture.push(
            [
                fixture.mutation(.update, .event, event.entityID, #"{"notes":"x"}"#),
                fixture.mutation(.delete, .event, event.entityID), fixture.event(type),
            ],
            as: other
        )

        #expect(results.map(\.status) == [.blocked, .applied, .blocked])
        #expect(try await fixture.store.entity(account: other, id: event.entityID) == nil)
        let slice = try await fixture.store.changes(account: other, after: 0, limit: 10)
        #expect(slice.entities.isEmpty)
        let mine = try await fixture.store.entity(account: fixture.account, id: event.entityID)
        #expect(mine?.version == 2)
    }

    @Test(
        "Lists filter by time, type and source, and page without a gap",
        arguments: StoreFactory.all
    )
    func lists(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let coffee = try await fixture.addType()
        let tea = try await fixture.addType("Tea")
        try await fixture.push((0..<20).map { fixture.event($0 % 2 == 0 ? coffee : tea, at: $0) })
        var query = EventQuery(limit: 3)
        query.eventTypeID = tea
        query.from = Instant(seconds: 1_767_225_600 + 5)
        query.to = Instant(seconds: 1_767_225_600 + 15)
        query.sourceType = "manual"

        var times: [Int64] = []
        while true {
            let page = try await fixture.store.events(account: fixture.account, query: query)
            for entity in page.entities {
                let time = try #require(
                    EntityKeys(kind: .event, content: entity.content).timestamp
                )
                times.append(time.seconds - 1_767_225_600)
                query.after = .event(time, entity.id)
            }
            guard page.hasMore else { break }
        }

        #expect(times == [13, 11, 9, 7, 5])
    }

    @Test(
        "A tombstone is sent during its lifetime; afterwards outdated cursors expire",
        arguments: StoreFactory.all
    )
    func tombstones(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let event = fixture.event(try await fixture.addType())
        try await fixture.push([event])
        try await fixture.push([fixture.mutation(.delete, .event, event.entityID)])
        let now = fixture.world.clock.now()

        try await fixture.store.collectGarbage(tombstonesBefore: now, tokensBefore: now)
        let complete = try await fixture.store.changes(
            account: fixture.account,
            after: 0,
            limit: 10
        )
        try await fixture.store.collectGarbage(
            tombstonesBefore: now + .seconds(1),
            tokensBefore: now
        )
        let gone = try await fixture.store.changes(account: fixture.account, after: 0, limit: 10)

        #expect(complete.entities.count == 2)
        #expect(complete.tombstonesCollectedTo == 0)
        #expect(gone.entities.count == 1)
        #expect(gone.tombstonesCollectedTo == 3)
        #expect(gone.nextVersion == 3)
    }
}

import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Pages of a store")
struct StorePageTests {
    /// A store with three types, two definitions of one of them and two geofences.
    private func filled() async throws -> (StoreFixture, [EntityID]) {
        let fixture = try await StoreFixture(StoreFactory.sqlite)
        let ids = (0..<7).map { _ in fixture.world.id() }.sorted()
        let definition = { (key: String) in
            #"{"event_type_id":"\#(ids[0])","key":"\#(key)","label":"L","property_type":"text"}"#
        }
        let circle = { (name: String) in
            #"{"name":"\#(name)","latitude":0,"longitude":0,"radius":100}"#
        }
        let results = try await fixture.push([
            fixture.mutation(.create, .eventType, ids[0], typeFields("Coffee")),
            fixture.mutation(.create, .eventType, ids[1], typeFields("Tea")),
            fixture.mutation(.create, .eventType, ids[2], typeFields("Water")),
            fixture.mutation(.create, .propertyDefinition, ids[3], definition("size")),
            fixture.mutation(.create, .propertyDefinition, ids[4], definition("sort")),
            fixture.mutation(.create, .geofence, ids[5], circle("Home")),
            fixture.mutation(.create, .geofence, ids[6], circle("Work")),
        ])
        try #require(results.allSatisfy { $0.status == .applied })
        return (fixture, ids)
    }

    /// All pages of a list.
    private func pages(_ fixture: StoreFixture, _ query: EntityQuery) async throws -> [[EntityID]] {
        var query = query
        var pages: [[EntityID]] = []
        while pages.count < 10 {
            let page = try await fixture.store.entities(account: fixture.account, query: query)
            pages.append(page.entities.map(\.id))
            query.after = page.entities.last?.id
            if !page.hasMore { break }
        }
        return pages
    }

    @Test("A list of one kind has every live entity of the kind once, whatever the page size")
    func kinds() async throws {
        let (fixture, ids) = try await filled()

        for limit in 1...4 {
            let types = try await pages(fixture, EntityQuery(kind: .eventType, limit: limit))
            #expect(Array(types.joined()) == Array(ids[0...2]))
            #expect(types.count == (3 + limit - 1) / limit)
            let places = try await pages(fixture, EntityQuery(kind: .geofence, limit: limit))
            #expect(Array(places.joined()) == Array(ids[5...6]))
            #expect(places.count == (2 + limit - 1) / limit)
        }
        try await fixture.push([fixture.mutation(.delete, .eventType, ids[1])])
        let left = try await pages(fixture, EntityQuery(kind: .eventType, limit: 1))
        #expect(left == [[ids[0]], [ids[2]]])
    }

    @Test("A list of a type's definitions has every definition of this type once")
    func definitions() async throws {
        let (fixture, ids) = try await filled()
        var query = EntityQuery(kind: .propertyDefinition, limit: 1)
        query.eventTypeID = ids[0]
        var other = query
        other.eventTypeID = ids[1]

        #expect(try await pages(fixture, query) == [[ids[3]], [ids[4]]])
        #expect(try await pages(fixture, other) == [[]])
    }

    @Test("A snapshot in pages of any size has every entity once, and ends with its last page")
    func snapshot() async throws {
        let (fixture, ids) = try await filled()
        let events = (0..<4).map { fixture.event(ids[1], at: Int64($0)) }
        try await fixture.push(events)
        let expected = ids + events.reversed().map(\.entityID)

        for limit in 1...8 {
            var seen: [EntityID] = []
            var counts: [Int] = []
            var place: SnapshotPosition? = .start
            while let current = place, counts.count < 20 {
                let page = try await fixture.store.snapshotPage(
                    account: fixture.account,
                    after: current,
                    limit: limit
                )
                seen += page.entities.map(\.id)
                counts.append(page.entities.count)
                place = page.next
            }

            #expect(seen == expected)
            #expect(counts.count == (7 + limit - 1) / limit + (4 + limit - 1) / limit)
            #expect(place == nil)
        }
    }

    @Test(
        "Pages with small and large entities have all contents, and end after their bytes",
        arguments: StoreFactory.all
    )
    func sizes(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let type = fixture.world.id()
        try await fixture.push([fixture.mutation(.create, .eventType, type, typeFields("Coffee"))])
        let sizes = (0..<40).map { $0 % 7 == 3 ? 50_000 : $0 % 5 == 1 ? 3_000 : 10 }
        for (number, size) in sizes.enumerated() {
            let notes = #""notes":"\#(String(repeating: "n", count: size))""#
            let fields = eventFields(type, at: Int64(number), extra: notes)
            try await fixture.push([
                fixture.mutation(.create, .event, fixture.world.id(), fields)
            ])
        }
        let changes = try await fixture.store.changes(
            account: fixture.account,
            after: 1,
            limit: 100
        )
        let all = Array(changes.entities.reversed())
        for (entity, size) in zip(changes.entities, sizes) {
            #expect((size..<size + 400).contains(entity.content.utf8.count))
        }

        for limit in [1, 3, 40, 1000] {
            for bytes in [1, 5_000, 60_000, 1_000_000] {
                var query = EventQuery(limit: limit)
                query.maximumBytes = bytes
                var seen: [Entity] = []
                while true {
                    let page = try await fixture.store.events(
                        account: fixture.account,
                        query: query
                    )
                    let sizes = page.entities.map(\.content.utf8.count)
                    #expect(sizes.dropLast().reduce(0, +) < bytes)
                    let isFull =
                        page.entities.count == limit || sizes.reduce(0, +) >= bytes
                    #expect(isFull || !page.hasMore)
                    seen += page.entities
                    guard page.hasMore, let last = page.entities.last else { break }
                    let time = try #require(
                        EntityKeys(kind: .event, content: last.content).timestamp
                    )
                    query.after = .event(time, last.id)
                }
                #expect(seen == all, "\(limit) \(bytes)")
            }
        }
    }

    @Test("A snapshot of an account without events ends with one empty page of events")
    func snapshotWithoutEvents() async throws {
        let fixture = try await StoreFixture(StoreFactory.sqlite)

        let first = try await fixture.store.snapshotPage(
            account: fixture.account,
            after: .start,
            limit: 5
        )
        let second = try await fixture.store.snapshotPage(
            account: fixture.account,
            after: .events,
            limit: 5
        )

        #expect(first.entities.isEmpty)
        #expect(first.next == .events)
        #expect(second.entities.isEmpty)
        #expect(second.next == nil)
    }

    @Test("A list of events contains its start and not its end, and has more only if there is more")
    func eventBounds() async throws {
        let (fixture, ids) = try await filled()
        let events = (0..<5).map { fixture.event(ids[0], at: Int64($0)) }
        try await fixture.push(events)
        var query = EventQuery(limit: 3)
        query.from = Instant(seconds: 1_767_225_600 + 1)
        query.to = Instant(seconds: 1_767_225_600 + 4)

        let exact = try await fixture.store.events(account: fixture.account, query: query)
        query.limit = 2
        let first = try await fixture.store.events(account: fixture.account, query: query)
        query.after = .event(Instant(seconds: 1_767_225_600 + 2), events[2].entityID)
        let rest = try await fixture.store.events(account: fixture.account, query: query)

        #expect(exact.entities.map(\.id) == [3, 2, 1].map { events[$0].entityID })
        #expect(!exact.hasMore)
        #expect(first.entities.map(\.id) == [3, 2].map { events[$0].entityID })
        #expect(first.hasMore)
        #expect(rest.entities.map(\.id) == [events[1].entityID])
        #expect(!rest.hasMore)
    }

    private struct IDs: Equatable {
        let ids: [EntityID]
        let hasMore: Bool
    }

    @Test("An id range contains its first and last id, and continues after an id")
    func range() async throws {
        let fixture = try await StoreFixture(StoreFactory.sqlite)
        let type = try await fixture.addType()
        let first = EntityID(high: 0x1000_0000_0000_0000, low: 0)
        let last = EntityID(high: 0x1FFF_FFFF_FFFF_FFFF, low: .max)
        let before = EntityID(high: 0x0FFF_FFFF_FFFF_FFFF, low: .max)
        let after = EntityID(high: 0x2000_0000_0000_0000, low: 0)
        try await fixture.push([before, first, last, after].map { fixture.event(type, id: $0) })
        let prefix = try #require(IDPrefix("1"))
        func ids(after id: EntityID?, limit: Int) async throws -> IDs {
            let page = try await fixture.store.range(
                account: fixture.account,
                prefix: prefix,
                after: id,
                limit: limit
            )
            return IDs(ids: page.entities.map(\.id), hasMore: page.hasMore)
        }

        #expect(try await ids(after: nil, limit: 2) == IDs(ids: [first, last], hasMore: false))
        #expect(try await ids(after: nil, limit: 1) == IDs(ids: [first], hasMore: true))
        #expect(try await ids(after: first, limit: 1) == IDs(ids: [last], hasMore: false))
        #expect(try await ids(after: last, limit: 1) == IDs(ids: [], hasMore: false))
    }

    @Test("A page of changes starts after its version, and the last page has no more")
    func changes() async throws {
        let (fixture, ids) = try await filled()
        func changes(after: Int64, limit: Int) async throws -> ChangeSlice {
            try await fixture.store.changes(account: fixture.account, after: after, limit: limit)
        }

        let first = try await changes(after: 0, limit: 6)
        let last = try await changes(after: 6, limit: 1)
        let whole = try await changes(after: 0, limit: 7)
        let none = try await changes(after: 7, limit: 1)

        #expect(first.entities.map(\.id) == Array(ids[0...5]))
        #expect(first.hasMore)
        #expect(first.nextVersion == 6)
        #expect(last.entities.map(\.id) == [ids[6]])
        #expect(!last.hasMore)
        #expect(whole.entities.count == 7)
        #expect(!whole.hasMore)
        #expect(none.entities.isEmpty)
        #expect(none.nextVersion == 7)
    }
}

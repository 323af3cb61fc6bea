import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Concurrent calls of two stores on one database")
struct StoreConcurrencyTests {
    private struct Pair {
        let fixture: StoreFixture
        let second: any ServerStore

        init(_ factory: StoreFactory) async throws {
            fixture = try await StoreFixture(factory)
            second = try await fixture.openSecondStore()
        }

        /// Runs a call on both stores many times at once.
        func both<Value: Sendable>(
            _ count: Int,
            _ body: @escaping @Sendable (any ServerStore, Int) async throws -> Value
        ) async throws -> [Value] {
            try await withThrowingTaskGroup(of: Value.self) { group in
                for number in 0..<count {
                    let store = number % 2 == 0 ? fixture.store : second
                    group.addTask { try await body(store, number) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    @Test("Pushes get consecutive versions", arguments: StoreFactory.all)
    func pushes(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let type = try await fixture.addType()
        let now = fixture.world.clock.now()
        let commands = (0..<12).map { number in
            let event = fixture.event(type, at: Int64(number))
            return PushCommand(mutation: event, requestHash: Array("\(event.id)".utf8))
        }

        let outcomes = try await pair.both(commands.count) { store, number in
            try await store.push(account: fixture.account, commands: [commands[number]], now: now)
        }

        #expect(outcomes.map(\.versionAfter).sorted() == Array(2...13))
        #expect(outcomes.allSatisfy { $0.versionAfter == $0.versionBefore + 1 })
        let slice = try await pair.second.changes(account: fixture.account, after: 0, limit: 99)
        #expect(slice.entities.map(\.version) == Array(1...13))
        try await pair.second.close()
    }

    @Test("One command is applied once", arguments: StoreFactory.all)
    func repetitions(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let event = fixture.event(try await fixture.addType())
        let command = PushCommand(mutation: event, requestHash: [1])
        let now = fixture.world.clock.now()

        let outcomes = try await pair.both(8) { store, _ in
            try await store.push(account: fixture.account, commands: [command], now: now)
        }

        #expect(outcomes.flatMap(\.results).count { $0.status == .applied } == 1)
        #expect(outcomes.flatMap(\.results).count { $0.status == .duplicate } == 7)
        #expect(outcomes.flatMap(\.results).allSatisfy { $0.version == 2 })
        #expect(try await fixture.store.latestVersion(account: fixture.account) == 2)
        try await pair.second.close()
    }

    @Test("A unique name is given once", arguments: StoreFactory.all)
    func names(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let now = fixture.world.clock.now()
        let commands = (0..<6).map { number in
            PushCommand(
                mutation: fixture.mutation(
                    .create,
                    .eventType,
                    fixture.world.id(),
                    typeFields("Tea")
                ),
                requestHash: [UInt8(number)]
            )
        }

        let outcomes = try await pair.both(commands.count) { store, number in
            try await store.push(account: fixture.account, commands: [commands[number]], now: now)
        }

        let results = outcomes.flatMap(\.results)
        #expect(results.count { $0.status == .applied } == 1)
        #expect(results.count { $0.status == .rejected } == 5)
        #expect(Set(results.compactMap(\.entity?.id)).count == 1)
        try await pair.second.close()
    }

    @Test(
        "An address is given once, and an invite used as often as it allows",
        arguments: StoreFactory.all
    )
    func accounts(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let now = fixture.world.clock.now()
        try await fixture.store.addInvite(
            hash: [7],
            uses: 3,
            now: now,
            expiresAt: now + .seconds(60)
        )
        let ids = (0..<16).map { _ in fixture.world.id() }
        func account(_ number: Int, _ email: String) -> Account {
            Account(id: ids[number], email: email, passwordHash: "none", createdAt: now)
        }
        let same = (0..<8).map { account($0, "eve@example.com") }
        let invited = (8..<16).map { account($0, "user\($0)@example.com") }

        let creations = try await pair.both(8) { store, number in
            try await store.createAccount(same[number], invite: nil, now: now)
        }
        let uses = try await pair.both(8) { store, number in
            try await store.createAccount(invited[number], invite: [7], now: now)
        }

        #expect(creations.count { $0 == .created } == 1)
        #expect(creations.count { $0 == .addressTaken } == 7)
        #expect(uses.count { $0 == .created } == 3)
        #expect(uses.count { $0 == .invalidInvite } == 5)
        try await pair.second.close()
    }

    @Test(
        "A token is rotated once and stays valid within the grace time",
        arguments: StoreFactory.all
    )
    func rotations(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let session = NewSession(
            account: fixture.account,
            id: fixture.world.id(),
            tokenHash: [1],
            now: fixture.world.clock.now()
        )
        try await fixture.store.createSession(session)
        let rotation = TokenRotation(
            account: fixture.account,
            shown: [1],
            successor: [2],
            now: fixture.world.clock.now(),
            grace: .seconds(10)
        )

        let outcomes = try await pair.both(8) { store, _ in try await store.rotate(rotation) }

        #expect(outcomes.allSatisfy { $0 == .rotated(session: session.id) })
        var next = rotation
        (next.shown, next.successor) = ([2], [3])
        #expect(try await pair.second.rotate(next) == .rotated(session: session.id))
        #expect(try await fixture.store.sessions(account: fixture.account).count == 1)
        try await pair.second.close()
    }

    @Test("Sessions stay within their limit", arguments: StoreFactory.all)
    func sessions(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let now = fixture.world.clock.now()
        let ids = (0..<120).map { _ in fixture.world.id() }

        _ = try await pair.both(ids.count) { store, number in
            try await store.createSession(
                NewSession(
                    account: fixture.account,
                    id: ids[number],
                    tokenHash: [UInt8(number)],
                    now: now
                )
            )
        }

        #expect(try await fixture.store.sessions(account: fixture.account).count == 100)
        try await pair.second.close()
    }

    @Test("Edits of the onboarding are not lost", arguments: StoreFactory.all)
    func onboarding(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let fixture = pair.fixture
        let now = fixture.world.clock.now()
        let steps = (0..<10).map { "step_\($0)" }

        _ = try await pair.both(steps.count) { store, number in
            try await store.editOnboarding(
                account: fixture.account,
                .merge(OnboardingStatus.change(step: steps[number], at: now)),
                now: now
            )
        }

        let status = try await pair.second.onboarding(account: fixture.account)
        for step in steps { #expect(status.completedAt(step) == now, "\(step)") }
        try await pair.second.close()
    }

    @Test("A lease has one holder until it is released or expires", arguments: StoreFactory.all)
    func leases(_ factory: StoreFactory) async throws {
        let pair = try await Pair(factory)
        let store = pair.fixture.store
        let now = pair.fixture.world.clock.now()
        let leases = (0..<6).map { number in
            Lease(name: "test", holder: "holder\(number)", duration: .seconds(60))
        }

        let taken = try await pair.both(leases.count) { store, number in
            try await store.take(leases[number], now: now) ? number : nil
        }.compactMap(\.self)

        #expect(taken.count == 1)
        let holder = try #require(taken.first)
        let other = (holder + 1) % leases.count
        #expect(try await store.take(leases[holder], now: now + .seconds(30)))
        #expect(try await !store.take(leases[other], now: now + .seconds(89)))
        try await store.release(leases[other])
        #expect(try await !store.take(leases[other], now: now + .seconds(89)))
        guard factory.usesCallersClock else {
            try await store.release(leases[holder])
            #expect(try await pair.second.take(leases[other], now: now))
            return try await pair.second.close()
        }
        #expect(try await pair.second.take(leases[other], now: now + .seconds(90)))
        try await pair.second.release(leases[other])
        #expect(try await store.take(leases[holder], now: now + .seconds(90)))
        try await pair.second.close()
    }
}

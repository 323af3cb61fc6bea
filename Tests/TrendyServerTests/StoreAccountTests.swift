import Testing
import TrendyModel
import TrendyServer

@Suite("Accounts and sessions in a store")
struct StoreAccountTests {
    private func rotate(
        _ fixture: StoreFixture,
        _ shown: UInt8,
        to successor: UInt8,
        account: EntityID? = nil
    ) async throws -> TokenRotation.Outcome {
        try await fixture.store.rotate(
            TokenRotation(
                account: account ?? fixture.account,
                shown: [shown],
                successor: [successor],
                now: fixture.world.clock.now(),
                grace: .seconds(10)
            )
        )
    }

    private func startSession(_ fixture: StoreFixture, token: UInt8) async throws -> EntityID {
        let session = fixture.world.id()
        try await fixture.store.createSession(
            NewSession(
                account: fixture.account,
                id: session,
                tokenHash: [token],
                now: fixture.world.clock.now()
            )
        )
        return session
    }

    @Test(
        "An address belongs to one account, which is found by address and by id",
        arguments: StoreFactory.all
    )
    func address(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let second = Account(
            id: fixture.world.id(),
            email: "ada@example.com",
            passwordHash: "other",
            createdAt: fixture.world.clock.now()
        )

        let creation = try await fixture.store.createAccount(
            second,
            invite: nil,
            now: fixture.world.clock.now()
        )

        #expect(creation == .addressTaken)
        let found = try await fixture.store.account(email: "ada@example.com")
        #expect(found?.id == fixture.account)
        #expect(found?.passwordHash == "none")
        #expect(try await fixture.store.account(id: fixture.account) == found)
        #expect(try await fixture.store.account(id: second.id) == nil)
        #expect(try await fixture.store.account(email: "eve@example.com") == nil)
    }

    @Test(
        "A refresh token has one successor; within the grace time it may be repeated",
        arguments: StoreFactory.all
    )
    func rotation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)

        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: session))
        fixture.world.clock.advance(by: .seconds(10))
        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: session))
        #expect(try await rotate(fixture, 2, to: 3) == .rotated(session: session))
        #expect(try await rotate(fixture, 9, to: 10) == .unknown)
    }

    @Test(
        "A token repeated after the grace time ends its session, and no other",
        arguments: StoreFactory.all
    )
    func reuse(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let stolen = try await startSession(fixture, token: 1)
        let other = try await startSession(fixture, token: 100)
        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: stolen))
        fixture.world.clock.advance(by: .milliseconds(10_001))

        #expect(try await rotate(fixture, 1, to: 2) == .reused)
        #expect(try await rotate(fixture, 2, to: 3) == .unknown)
        #expect(try await rotate(fixture, 100, to: 101) == .rotated(session: other))
    }

    @Test(
        "Two concurrent uses of a token get the same session",
        arguments: StoreFactory.all
    )
    func race(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)

        let outcomes = try await withThrowingTaskGroup(of: TokenRotation.Outcome.self) { group in
            for _ in 0..<8 { group.addTask { try await rotate(fixture, 1, to: 2) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(outcomes == Array(repeating: .rotated(session: session), count: 8))
        #expect(try await rotate(fixture, 2, to: 3) == .rotated(session: session))
    }

    @Test(
        "An ended session has no tokens, and another account's tokens are not found",
        arguments: StoreFactory.all
    )
    func end(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)
        let eve = try await StoreFixture.addAccount(
            to: fixture.store,
            fixture.world,
            "eve@example.com"
        )

        #expect(try await rotate(fixture, 1, to: 2, account: eve) == .unknown)
        try await fixture.store.endSession(account: eve, id: session)
        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: session))
        try await fixture.store.endSession(account: fixture.account, id: session)
        #expect(try await rotate(fixture, 2, to: 3) == .unknown)
    }

    @Test(
        "Old used tokens and unused sessions are deleted, live ones are kept",
        arguments: StoreFactory.all
    )
    func garbage(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)
        _ = try await startSession(fixture, token: 100)
        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: session))
        fixture.world.clock.advance(by: .seconds(90 * 86_400))
        #expect(try await rotate(fixture, 2, to: 3) == .rotated(session: session))

        let now = fixture.world.clock.now()
        try await fixture.store.collectGarbage(
            tombstonesBefore: now,
            tokensBefore: now - .seconds(86_400)
        )

        // The deleted token looks like an unknown one, so no session ends.
        #expect(try await rotate(fixture, 1, to: 2) == .unknown)
        #expect(try await rotate(fixture, 3, to: 4) == .rotated(session: session))
        #expect(try await rotate(fixture, 100, to: 101) == .unknown)
    }

    @Test(
        "A begun deletion ends the account's sessions and frees its address at once",
        arguments: StoreFactory.all
    )
    func begunDeletion(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)
        let eve = try await StoreFixture.addAccount(
            to: fixture.store,
            fixture.world,
            "eve@example.com"
        )
        let other = NewSession(
            account: eve,
            id: fixture.world.id(),
            tokenHash: [2],
            now: fixture.world.clock.now()
        )
        try await fixture.store.createSession(other)

        try await fixture.store.beginDeletion(account: fixture.account)

        let store = fixture.store
        #expect(try await store.sessions(account: fixture.account).isEmpty)
        #expect(try await !store.isLive(session: session, account: fixture.account))
        #expect(try await rotate(fixture, 1, to: 3) == .unknown)
        #expect(try await store.account(id: fixture.account) == nil)
        #expect(try await store.accountsInDeletion() == [fixture.account])
        await #expect(throws: ServerError.self) {
            try await store.setPassword(account: fixture.account, hash: "new", keeping: nil)
        }
        #expect(try await store.isLive(session: other.id, account: eve))
        let again = try await StoreFixture.addAccount(to: store, fixture.world, "ada@example.com")
        #expect(try await store.account(email: "ada@example.com")?.id == again)
    }

    @Test(
        "Sessions are listed newest first, each with its own last refresh",
        arguments: StoreFactory.all
    )
    func list(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let start = fixture.world.clock.now()
        let first = try await startSession(fixture, token: 1)
        fixture.world.clock.advance(by: .seconds(60))
        let second = try await startSession(fixture, token: 2)
        fixture.world.clock.advance(by: .seconds(60))
        #expect(try await rotate(fixture, 1, to: 3) == .rotated(session: first))

        let sessions = try await fixture.store.sessions(account: fixture.account)

        #expect(sessions.map(\.id) == [second, first])
        #expect(sessions.map(\.createdAt) == [start + .seconds(60), start])
        #expect(sessions.map(\.refreshedAt) == [start + .seconds(60), start + .seconds(120)])
    }

    @Test("A clean-up keeps tokens and sessions of its time limit", arguments: StoreFactory.all)
    func garbageBounds(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let session = try await startSession(fixture, token: 1)
        let start = fixture.world.clock.now()
        #expect(try await rotate(fixture, 1, to: 2) == .rotated(session: session))

        try await fixture.store.collectGarbage(tombstonesBefore: start, tokensBefore: start)
        let kept = try await rotate(fixture, 1, to: 2)
        try await fixture.store.collectGarbage(
            tombstonesBefore: start,
            tokensBefore: start + .milliseconds(1)
        )

        #expect(kept == .rotated(session: session))
        #expect(try await rotate(fixture, 1, to: 2) == .unknown)
        #expect(try await rotate(fixture, 2, to: 3) == .unknown)
        #expect(try await fixture.store.sessions(account: fixture.account).isEmpty)
    }
}

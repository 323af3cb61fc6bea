import Testing
import TrendyModel
import TrendyServer

@Suite("Administration calls of a store")
struct StoreAdministrationTests {
    @Test("Accounts are listed by address with their use", arguments: StoreFactory.all)
    func list(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let type = try await fixture.addType()
        try await fixture.push([fixture.event(type)])
        try await startSession(fixture)
        let abe = try await StoreFixture.addAccount(to: store, fixture.world, "abe@example.com")
        let eve = try await StoreFixture.addAccount(to: store, fixture.world, "eve@example.com")
        try await store.beginDeletion(account: eve)

        let accounts = try await store.accounts()

        #expect(accounts.map(\.account.id) == [abe, fixture.account])
        #expect(accounts.map(\.usage.entities) == [0, 2])
        #expect(accounts[0].usage.bytes == 0)
        #expect(accounts[1].usage.bytes > 0)
        #expect(accounts.map(\.sessions) == [0, 1])
        #expect(accounts.map(\.devices) == [0, 0])
    }

    @Test("A disabled account has no sessions until it is enabled", arguments: StoreFactory.all)
    func disable(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let session = try await startSession(fixture)
        let now = fixture.world.clock.now()

        try await store.setDisabled(account: fixture.account, at: now)

        #expect(try await store.account(id: fixture.account)?.disabledAt == now)
        #expect(try await !store.isLive(session: session, account: fixture.account))
        try await store.setDisabled(account: fixture.account, at: nil)
        #expect(try await store.account(id: fixture.account)?.disabledAt == nil)
        #expect(try await store.sessions(account: fixture.account).isEmpty)
    }

    @Test("Administrators are marked; a missing account is refused", arguments: StoreFactory.all)
    func administrators(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store

        try await store.setAdministrator(account: fixture.account, true)

        #expect(try await store.account(id: fixture.account)?.isAdministrator == true)
        try await store.setAdministrator(account: fixture.account, false)
        #expect(try await store.account(id: fixture.account)?.isAdministrator == false)
        let other = fixture.world.id()
        await #expect(throws: ServerError.self) {
            try await store.setAdministrator(account: other, true)
        }
        await #expect(throws: ServerError.self) {
            try await store.setDisabled(account: other, at: fixture.world.clock.now())
        }
    }

    @Test("An invite creates as many accounts as it has uses", arguments: StoreFactory.all)
    func invites(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let now = fixture.world.clock.now()
        let hash: [UInt8] = [1, 2, 3]
        try await store.addInvite(hash: hash, uses: 1, now: now, expiresAt: now + .seconds(60))

        #expect(try await store.isValid(invite: hash, now: now))
        #expect(try await !store.isValid(invite: hash, now: now + .seconds(60)))
        let creations = try await ["abe@example.com", "eve@example.com"].asyncMap { email in
            let account = Account(
                id: fixture.world.id(),
                email: email,
                passwordHash: "none",
                createdAt: now
            )
            return try await store.createAccount(account, invite: hash, now: now)
        }
        #expect(creations == [.created, .invalidInvite])
    }

    @discardableResult
    private func startSession(_ fixture: StoreFixture) async throws -> EntityID {
        let session = NewSession(
            account: fixture.account,
            id: fixture.world.id(),
            tokenHash: [1],
            now: fixture.world.clock.now()
        )
        try await fixture.store.createSession(session)
        return session.id
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}

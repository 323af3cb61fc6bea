import Testing
import TrendyModel
import TrendyServer

@Suite("Identities of providers and one-time codes in a store")
struct StoreIdentityTests {
    private func identity(_ subject: String, _ fixture: StoreFixture) -> LinkedIdentity {
        LinkedIdentity(
            identity: ProviderIdentity(issuer: "https://id.example", subject: subject),
            email: "ada@example.com",
            linkedAt: fixture.world.clock.now()
        )
    }

    @Test("An identity signs in to the account that it is linked to", arguments: StoreFactory.all)
    func link(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        // U+0000 is a character of a subject like any other.
        let first = identity("a\u{0}1", fixture)
        #expect(try await store.account(identity: first.identity) == nil)

        #expect(try await store.link(first, account: fixture.account) == .linked)
        #expect(try await store.link(first, account: fixture.account) == .linked)

        #expect(try await store.account(identity: first.identity)?.id == fixture.account)
        #expect(try await store.identities(account: fixture.account) == [first])
        var other = first.identity
        other.issuer += "/"
        #expect(try await store.account(identity: other) == nil)
        #expect(try await store.unlink(other, account: fixture.account) == false)
        #expect(try await store.unlink(first.identity, account: fixture.account))
        #expect(try await store.account(identity: first.identity) == nil)
        #expect(try await store.identities(account: fixture.account).isEmpty)
    }

    @Test("An identity signs in to one account only", arguments: StoreFactory.all)
    func taken(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let bob = try await StoreFixture.addAccount(to: store, fixture.world, "bob@example.com")
        let first = identity("1", fixture)

        let results = try await withThrowingTaskGroup(of: IdentityLinking.self) { group in
            for account in [fixture.account, bob] {
                group.addTask { try await store.link(first, account: account) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(results.count { $0 == .linked } == 1 && results.count { $0 == .taken } == 1)
        let owner = try #require(try await store.account(identity: first.identity)).id
        let other = owner == bob ? fixture.account : bob
        #expect(try await store.unlink(first.identity, account: other) == false)
        #expect(try await store.account(identity: first.identity)?.id == owner)
    }

    @Test("An account has a maximum number of identities", arguments: StoreFactory.all)
    func quota(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        for number in 0..<AccountQuota.identities {
            let linked = identity("\(number)", fixture)
            #expect(try await fixture.store.link(linked, account: fixture.account) == .linked)
        }

        let result = try await fixture.store.link(identity("x", fixture), account: fixture.account)

        #expect(result == .tooMany)
    }

    @Test("A new account gets its identity in the same transaction", arguments: StoreFactory.all)
    func creation(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let now = fixture.world.clock.now()
        func create(_ email: String, _ identity: LinkedIdentity) async throws -> AccountCreation {
            let account = Account(
                id: fixture.world.id(),
                email: email,
                passwordHash: "",
                createdAt: now
            )
            return try await store.createAccount(
                account,
                invite: nil,
                identity: identity,
                now: now
            )
        }

        #expect(try await create("bob@example.com", identity("1", fixture)) == .created)
        // The identity is taken: neither the account nor its address exists then.
        #expect(try await create("carl@example.com", identity("1", fixture)) == .addressTaken)
        #expect(try await store.account(email: "carl@example.com") == nil)
        #expect(try await create("carl@example.com", identity("2", fixture)) == .created)
        // The address is taken: the identity is free then.
        #expect(try await create("bob@example.com", identity("3", fixture)) == .addressTaken)

        let found = try await store.account(identity: identity("1", fixture).identity)
        #expect(found?.email == "bob@example.com")
        #expect(try await store.account(identity: identity("3", fixture).identity) == nil)
    }

    @Test("A deletion frees the identities at once", arguments: StoreFactory.all)
    func deletion(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let store = fixture.store
        let first = identity("1", fixture)
        _ = try await store.link(first, account: fixture.account)

        try await store.beginDeletion(account: fixture.account)

        #expect(try await store.account(identity: first.identity) == nil)
        let bob = try await StoreFixture.addAccount(to: store, fixture.world, "bob@example.com")
        #expect(try await store.link(first, account: bob) == .linked)
        try await store.finishDeletions()
        #expect(try await store.account(identity: first.identity)?.id == bob)
        await #expect { try await store.link(first, account: fixture.account) } throws: {
            ($0 as? ServerError)?.code == .unknownAccount
        }
    }

    @Test("A code is exchanged once, before it expires", arguments: StoreFactory.all)
    func codes(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let (store, now) = (fixture.store, fixture.world.clock.now())
        let code = OneTimeCode(hash: [1], content: [7, 0], expiresAt: now + .seconds(60))

        #expect(try await store.addCode(code, now: now))
        #expect(try await store.addCode(code, now: now) == false)
        let contents = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<4 {
                group.addTask { try await store.takeCode(hash: [1], now: now) }
            }
            return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }

        #expect(contents == [[7, 0]])
        #expect(try await store.takeCode(hash: [2], now: now) == nil)
        #expect(try await store.addCode(code, now: now))
        #expect(try await store.takeCode(hash: [1], now: code.expiresAt) == nil)
        #expect(try await store.addCode(code, now: now))
        // An expired code is deleted with the next one.
        let later = OneTimeCode(hash: [3], content: [], expiresAt: now + .seconds(120))
        #expect(try await store.addCode(later, now: code.expiresAt))
        #expect(try await store.takeCode(hash: [1], now: now) == nil)
    }
}

import GRDB
import Testing
import TrendyModel
import TrendyServer

@Suite("Invites")
struct InviteTests {
    private let world = TestWorld()
    private let store: any ServerStore

    init() async throws {
        let factory = StoreFactory.selected
        store = try await factory.open(factory.newDatabase(), world)
    }

    private func signUp(_ email: String, _ invite: [UInt8]) async throws -> AccountCreation {
        let account = Account(
            id: world.id(),
            email: email,
            passwordHash: "none",
            createdAt: world.clock.now()
        )
        return try await store.createAccount(account, invite: invite, now: world.clock.now())
    }

    private func add(_ number: UInt8, uses: Int = 1, expiresIn time: Duration) async throws {
        let now = world.clock.now()
        try await store.addInvite(hash: [number], uses: uses, now: now, expiresAt: now + time)
    }

    @Test("An invite is valid until its expiry and not at it")
    func expiry() async throws {
        try await add(1, uses: 9, expiresIn: .seconds(60))

        world.clock.advance(by: .milliseconds(59_999))
        let before = try await store.isValid(invite: [1], now: world.clock.now())
        let created = try await signUp("ada@example.com", [1])
        world.clock.advance(by: .milliseconds(1))
        let after = try await store.isValid(invite: [1], now: world.clock.now())
        let refused = try await signUp("eve@example.com", [1])

        #expect(before)
        #expect(created == .created)
        #expect(!after)
        #expect(refused == .invalidInvite)
        #expect(try await store.account(email: "eve@example.com") == nil)
    }

    @Test("An invite creates one account for each use; other invites stay unused")
    func uses() async throws {
        try await add(1, uses: 2, expiresIn: .seconds(60))
        try await add(2, uses: 1, expiresIn: .seconds(60))

        var results: [AccountCreation] = []
        for number in 0..<3 { results.append(try await signUp("a\(number)@example.com", [1])) }

        #expect(results == [.created, .created, .invalidInvite])
        #expect(try await !store.isValid(invite: [1], now: world.clock.now()))
        #expect(try await store.isValid(invite: [2], now: world.clock.now()))
        #expect(try await !store.isValid(invite: [3], now: world.clock.now()))
    }

    @Test(
        "A new invite deletes the invites that are used up or expired, and no others",
        .onlySQLite
    )
    func cleanUp() async throws {
        try await add(1, expiresIn: .seconds(60))
        try await add(2, expiresIn: .seconds(10))
        try await add(3, expiresIn: .milliseconds(10_001))
        #expect(try await signUp("ada@example.com", [1]) == .created)
        world.clock.advance(by: .seconds(10))

        try await add(4, expiresIn: .seconds(60))

        let left = try await #require(store as? SQLiteStore).queue.read { db in
            try String.fetchAll(db, sql: "SELECT hex(code_hash) FROM invite ORDER BY code_hash")
        }
        #expect(left == ["03", "04"])
    }
}

import Testing
import TrendyModel
import TrendyServer

@Suite("Administration of accounts")
struct UserAdministrationTests {
    private let fixture: AdministrationFixture

    init() throws {
        fixture = try AdministrationFixture()
    }

    private func message(_ body: () async throws -> Void) async -> String? {
        let error = await #expect(throws: ServerError.self) { try await body() }
        #expect(error?.code == .invalidUser)
        return error?.message
    }

    private func account(_ email: String = "a0@example.com") async throws -> AccountSummary? {
        try await fixture.administration.withStore { store in
            try await store.accounts().first { $0.account.email == email }
        }
    }

    @Test(
        "An invalid address or password is refused with its rule, and no account is created",
        arguments: [
            ("nobody", "correct horse", "The email must be an e-mail address."),
            ("nobody", "short", "The email must be an e-mail address."),
            ("eve@x.org", "short", "The password must have at least 8 characters."),
            ("eve@x.org", "eve@x.org", "The password is a common password; choose another."),
            ("Eve@x.org", "evelyn\u{0}evelyn", "The password must not contain the character NUL."),
        ]
    )
    func invalid(_ email: String, _ password: String, _ expected: String) async throws {
        try await fixture.fill(events: 0)

        let message = await message {
            _ = try await fixture.administration.withUsers {
                try await $0.addUser(email: email, password: password)
            }
        }

        #expect(message == expected)
        #expect(try fixture.administration.statistics().accounts == 1)
    }

    @Test("A new account has the normalized address, which can be used once")
    func add() async throws {
        try await fixture.fill(events: 0)
        let administration = fixture.administration

        let added = try await administration.withUsers { users in
            try await users.addUser(
                email: " Eve@Example.org",
                password: "correct horse"
            )
        }
        let taken = await message {
            _ = try await administration.withUsers { users in
                try await users.addUser(
                    email: "eve@example.org",
                    password: "battery staple"
                )
            }
        }

        #expect(added.email == "eve@example.org")
        #expect(added.createdAt == fixture.world.clock.now())
        #expect(taken == "There is an account with the address eve@example.org already.")
        #expect(try await account("eve@example.org")?.account == added)
    }

    @Test("A new password is checked, replaces the old one and ends all sessions")
    func reset() async throws {
        try await fixture.fill(events: 0)
        let before = try await account()

        let refused = await message {
            try await fixture.administration.withUsers { users in
                try await users.resetPassword(
                    email: "a0@example.com",
                    password: "short"
                )
            }
        }
        let between = try await account()
        try await fixture.administration.withUsers { users in
            try await users.resetPassword(
                email: " A0@example.com",
                password: "correct horse"
            )
        }
        let after = try await account()

        #expect(refused == "The password must have at least 8 characters.")
        #expect(between == before)
        #expect(before?.sessions == 1)
        #expect(after?.sessions == 0)
        #expect(after?.account.passwordHash.hasPrefix("scrypt$") == true)
    }

    @Test("A disabled account has no sessions, and is enabled again without any")
    func disable() async throws {
        try await fixture.fill(accounts: 2, events: 0)
        let now = fixture.world.clock.now()

        try await fixture.administration.withUsers {
            try await $0.setDisabled(email: "A0@example.com", true)
        }
        let disabled = try await account()
        try await fixture.administration.withUsers {
            try await $0.setDisabled(email: "a0@example.com", false)
        }
        let enabled = try await account()

        #expect(disabled?.account.disabledAt == now)
        #expect(disabled?.sessions == 0)
        #expect(enabled?.account.disabledAt == nil)
        #expect(enabled?.sessions == 0)
        #expect(try await account("a1@example.com")?.sessions == 1)
    }

    @Test("A deletion removes one account; an unknown address is reported as it was given")
    func delete() async throws {
        try await fixture.fill(accounts: 2, events: 3)
        let administration = fixture.administration

        let unknown = await message {
            try await administration.withUsers { try await $0.deleteUser(email: "Eve@x.org") }
        }
        try await administration.withUsers { try await $0.deleteUser(email: "A0@example.com") }

        #expect(unknown?.hasPrefix("No account has the address Eve@x.org. ") == true)
        #expect(try await account() == nil)
        #expect(try await account("a1@example.com")?.usage.entities == 4)
        #expect(try administration.statistics().entities["event"] == 3)
    }

    @Test("An invite is valid for its days and uses")
    func invite() async throws {
        try await fixture.fill(events: 0)

        let invite = try await fixture.administration.withUsers {
            try await $0.makeInvite(uses: 1, days: 3)
        }
        let hash = Invite.hash(of: invite.code)
        let isValid = try await fixture.administration.withStore { store in
            [
                try await store.isValid(invite: hash, now: invite.expiresAt - .milliseconds(1)),
                try await store.isValid(invite: hash, now: invite.expiresAt),
            ]
        }

        #expect(invite.expiresAt == fixture.world.clock.now() + .seconds(259_200))
        #expect(isValid == [true, false])
    }

    @Test("An export of one account contains its entities and none of another account")
    func export() async throws {
        try await fixture.fill(accounts: 2, events: 3)

        var bytes: [UInt8] = []
        try await fixture.administration.withUsers { users in
            try await users.exportUser(email: "a1@example.com") { bytes += $0 }
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")

        #expect(lines.first?.contains(#""email":"a1@example.com""#) == true)
        #expect(lines.count { $0.hasPrefix(#"{"entity_type":"event""#) } == 3)
        #expect(lines.last == #"{"record":"end","entities":4}"#)
    }
}

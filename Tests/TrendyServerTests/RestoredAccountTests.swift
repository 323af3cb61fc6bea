import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Accounts of a server that was put back from a backup")
struct RestoredAccountTests {
    private func credentials(_ email: String) -> String {
        #"{"email":"\#(email)","password":"correct horse"}"#
    }

    /// The id of the account that signing up makes.
    private func signUp(_ email: String, at fixture: ServerFixture) async throws -> String {
        let body = credentials(email)
        return try await fixture.test { try await $0.session(Route.signUp, body).user.id }
    }

    @Test("An account that the backup lacks is the same one when it is made again")
    func madeAgain() async throws {
        let first = try await ServerFixture()
        let backup = try temporaryFile()
        let database = try DatabaseQueue(path: first.path)
        try await database.vacuum(into: backup)
        try database.close()
        let made = try await signUp("Ada@Example.com ", at: first)

        let restored = try await ServerFixture(seed: 2, path: backup)
        let other = try await signUp("bob@example.com", at: restored)
        let again = try await signUp("ada@example.com", at: restored)
        let elsewhere = try await signUp("ada@example.com", at: ServerFixture(seed: 3))

        #expect(again == made)
        #expect(EntityID(made)?.uuidVersion == 8)
        #expect(Set([made, other, elsewhere]).count == 3)
    }

    @Test("An account that was made under another id keeps it")
    func kept() async throws {
        let fixture = try await ServerFixture()
        let account = Account(
            id: fixture.world.id(),
            email: "ada@example.com",
            passwordHash: try await PasswordHasher(cost: .test, pool: nil).hash(
                "correct horse",
                salt: Data(repeating: 7, count: 16)
            ),
            createdAt: fixture.world.clock.now()
        )
        _ = try await fixture.store.createAccount(account)
        let body = credentials("ada@example.com")

        try await fixture.test { client in
            let session = try await client.session("\(Route.token)?grant_type=password", body)
            let taken = try await client.send(.post, Route.signUp, body)

            #expect(session.user.id == account.id.description)
            #expect(taken.problem?.code == .conflict)
        }
    }
}

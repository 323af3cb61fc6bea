import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Deleting an account")
struct AccountDeletionTests {
    private func rows(
        of account: EntityID,
        _ fixture: ServerFixture
    ) async throws -> [String: Int] {
        try await fixture.factory.rowCounts(of: account, in: fixture.database)
    }

    private func fill(_ client: ServerClient, events: Int) async throws {
        let type = client.world.id()
        _ = try await client.push([
            client.mutation(.create, .eventType, type, typeFields("Coffee"))
        ])
        for start in stride(from: 0, to: events, by: 500) {
            let mutations = (start..<min(start + 500, events)).map { second in
                client.mutation(
                    .create,
                    .event,
                    client.world.id(),
                    eventFields(type, at: Int64(second))
                )
            }
            _ = try await client.push(mutations)
        }
        _ = try await client.send(
            .put,
            "\(Route.devices)/\(client.world.id())",
            #"{"name":"d","pending":0,"failed":0,"app_version":"1","schema_version":1}"#
        )
        _ = try await client.send(.patch, Route.onboarding, #"{"completed":true}"#)
    }

    @Test("A deletion removes the account's rows from every table, and no other rows")
    func everything() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let ada = try await client.signedUp("ada@example.com")
            let eve = try await client.signedUp("eve@example.com")
            try await fill(ada, events: 2500)
            try await fill(eve, events: 10)
            let adas = try #require(try await fixture.store.account(email: "ada@example.com")).id
            let identity = LinkedIdentity(
                identity: ProviderIdentity(issuer: "https://id.example", subject: "1"),
                email: "ada@example.com",
                linkedAt: client.world.clock.now()
            )
            _ = try await fixture.store.link(identity, account: adas)
            let eves = try #require(try await fixture.store.account(email: "eve@example.com")).id
            let before = try await rows(of: eves, fixture)
            #expect(try await rows(of: adas, fixture)["entity"] == 2501)
            #expect(
                try await rows(of: adas, fixture).filter { $0.value == 0 }.keys.sorted()
                    == (fixture.factory.engine == .sqlite
                        ? ["previous_epoch"]
                        : ["account_shard", "frozen_account", "previous_epoch"])
            )

            let wrong = try await ada.send(.delete, Route.user, #"{"password":"wrong horse"}"#)
            #expect(wrong.status.code == 422)
            let right = try await ada.send(.delete, Route.user, #"{"password":"correct horse"}"#)

            #expect(right.status == .noContent)
            #expect(try await rows(of: adas, fixture).values.allSatisfy { $0 == 0 })
            #expect(try await rows(of: eves, fixture) == before)
            #expect(try await ada.send(.get, Route.mySync).status == .unauthorized)
            // The address is available again.
            _ = try await client.signedUp("ada@example.com")
        }
    }

    @Test("An interrupted deletion is completed later")
    func interrupted() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let ada = try await client.signedUp("ada@example.com")
            try await fill(ada, events: 1200)
            let account = try #require(try await fixture.store.account(email: "ada@example.com")).id
            try await fixture.store.beginDeletion(account: account)
            #expect(try await fixture.store.deleteSome(account: account))

            #expect(try await ada.send(.get, Route.mySync).status == .unauthorized)
            #expect(try await fixture.store.account(email: "ada@example.com") == nil)
            try await fixture.store.finishDeletions()

            #expect(try await rows(of: account, fixture).values.allSatisfy { $0 == 0 })
        }
    }

    @Test("An export contains the account, its sessions, devices, onboarding and all live entities")
    func export() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let ada = try await client.signedUp("ada@example.com")
            try await fill(ada, events: 1100)
            let text = try await ada.send(.get, Route.export).text
            let lines = text.split(separator: "\n")

            #expect(lines.first?.contains(#""email":"ada@example.com""#) == true)
            #expect(lines.count { $0.hasPrefix(#"{"record":"session""#) } == 1)
            #expect(lines.count { $0.hasPrefix(#"{"record":"device""#) } == 1)
            #expect(lines.contains { $0.hasPrefix(#"{"record":"onboarding""#) })
            #expect(lines.count { $0.hasPrefix(#"{"entity_type":"event""#) } == 1100)
            #expect(lines.last == #"{"record":"end","entities":1101}"#)
            #expect(!text.contains("scrypt"))
            for line in lines { _ = try RawJSON(checking: Array(line.utf8)) }
        }
    }
}

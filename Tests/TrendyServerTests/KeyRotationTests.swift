import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing
import TrendyModel
import TrendyPostgres
import TrendyWire

@testable import TrendyServer

@Suite("Two signing keys at a time")
struct KeyRotationTests {
    private let account = EntityID(high: 1, low: 2)
    private let session = EntityID(high: 3, low: 4)
    private let now = Instant(seconds: 1_790_000_000)
    private let old = P256.Signing.PrivateKey()
    private let new = P256.Signing.PrivateKey()

    /// The tokens of a server after a rotation at ``now``.
    private func rotated() async throws -> AccessTokens {
        try await AccessTokens(
            signingKey: new.rawRepresentation,
            previousKey: ServerSecrets.PreviousKey(
                publicKey: old.publicKey.rawRepresentation,
                validUntil: now + .seconds(3600)
            )
        )
    }

    private func token(_ tokens: AccessTokens, at time: Instant) async throws -> String {
        try await tokens.make(account: account, session: session, now: time).token
    }

    private func header(_ token: String) throws -> [String: Any] {
        let part = try #require(token.split(separator: ".").first)
        let data = try #require(base64URLDecoded(part))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("The header of a token names the key that signed it")
    func keyID() async throws {
        let before = try await AccessTokens(signingKey: old.rawRepresentation)
        let after = try await rotated()

        let names = [
            try header(try await token(before, at: now))["kid"] as? String,
            try header(try await token(after, at: now))["kid"] as? String,
        ]

        let keys = try JSONSerialization.jsonObject(with: Data(after.keySet(now: now)))
        let set = (keys as? [String: [[String: String]]])?["keys"] ?? []
        #expect(set.map { $0["kid"] } == [names[1], names[0]])
        #expect(Set(names).count == 2)
    }

    @Test("The previous key verifies until its last token has expired, and is then not published")
    func previous() async throws {
        let before = try await AccessTokens(signingKey: old.rawRepresentation)
        let after = try await rotated()
        let issued = try await token(before, at: now - .seconds(1))
        // A forged token of a stolen key, issued after the rotation.
        let forged = try await token(before, at: now + .seconds(3000))

        for text in [issued, forged] {
            let read = try await after.read(text, now: now + .seconds(3598))
            #expect(read.account == account)
        }
        for (text, second) in [(issued, 3599), (forged, 3600), (forged, 3601)] {
            await #expect(throws: Problem.self) {
                try await after.read(text, now: now + .seconds(second))
            }
        }
        #expect(
            !String(decoding: after.keySet(now: now + .seconds(3600)), as: UTF8.self).contains(
                "},{"
            )
        )
    }

    @Test("A token of a third key, or without the name of its key, is refused")
    func unknown() async throws {
        let other = try await AccessTokens(
            signingKey: P256.Signing.PrivateKey().rawRepresentation
        )
        let after = try await rotated()
        let parts = try await token(after, at: now).split(separator: ".")
        let nameless = base64URL(Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8))

        for text in [try await token(other, at: now), "\(nameless).\(parts[1]).\(parts[2])"] {
            await #expect(throws: Problem.self) { try await after.read(text, now: now) }
        }
    }

    @Test(
        "After a rotation a device goes on with its access token and its refresh token",
        arguments: [StoreFactory.sqlite, StoreFactory.postgres]
    )
    func requests(_ factory: StoreFactory) async throws {
        let first = try await ServerFixture(factory: factory)
        let session = try await first.test { client in
            try await client.newAccount(#"{"email":"a@example.com","password":"correct horse"}"#)
        }
        if let store = first.store as? PostgresStore {
            _ = try await rotate(store, first.world)
        } else {
            try await first.store.close()
            let administration = ServerAdministration(
                path: first.database,
                dependencies: first.world.dependencies
            )
            _ = try administration.rotateKeys(endsSessions: false)
        }
        let second = try await ServerFixture(factory: factory, database: first.database)

        try await second.test { client in
            try await goesOn(with: session, client)
        }
    }

    private func rotate(
        _ store: PostgresStore,
        _ world: TestWorld,
        endsSessions: Bool = false
    ) async throws -> KeyRotationReport {
        try await store.rotateKeys(
            endsSessions: endsSessions,
            random: world.random,
            now: world.clock.now()
        )
    }

    private func goesOn(with session: Session, _ client: ServerClient) async throws {
        var client = client
        client.token = session.accessToken
        #expect(try await client.send(.get, Route.user).status == .ok)
        let refreshed = try await client.session(
            "\(Route.token)?grant_type=refresh_token",
            #"{"refresh_token":"\#(session.refreshToken)"}"#
        )
        client.token = refreshed.accessToken
        #expect(try await client.send(.get, Route.user).status == .ok)
    }

    @Test("Two running servers of a database accept the tokens of both keys at once")
    func twoServers() async throws {
        let running = try await ServerFixture(factory: .postgres)
        let credentials = #"{"email":"a@example.com","password":"correct horse"}"#
        let old = try await running.test { try await $0.newAccount(credentials) }
        let store = try #require(running.store as? PostgresStore)
        let report = try await rotate(store, running.world)
        let started = try await ServerFixture(factory: .postgres, database: running.database)

        let new = try await started.test { client in
            try await client.session("\(Route.token)?grant_type=password", credentials)
        }

        let names = try [old, new].map { try header($0.accessToken)["kid"] as? String }
        #expect(names[0] != names[1])
        #expect(report.sessions == 0)
        #expect(report.previousKeyValidUntil != nil)
        for fixture in [running, started] {
            for session in [old, new] {
                let status = try await fixture.test { client in
                    var client = client
                    client.token = session.accessToken
                    return try await client.send(.get, Route.user).status
                }
                #expect(status == .ok)
            }
        }
    }

    @Test("After a rotation that ends the sessions, a running server refuses the old tokens")
    func replaced() async throws {
        let fixture = try await ServerFixture(factory: .postgres)
        let store = try #require(fixture.store as? PostgresStore)
        let before = try await store.secrets()
        try await fixture.test { client in
            let client = try await client.signedUp()

            let report = try await rotate(store, fixture.world, endsSessions: true)

            #expect(report == KeyRotationReport(sessions: 1))
            #expect(try await client.send(.get, Route.user).status == .unauthorized)
        }
        let after = try await store.secrets()
        #expect(after.previousKey == nil)
        #expect(after.signingKey != before.signingKey)
        #expect(after.tokenKey != before.tokenKey)
    }

    @Test("The keys are read again for a token of an unknown key, at most once a second")
    func forged() async throws {
        let loads = Mutex(0)
        let tokens = try await AccessTokens(
            ServerSecrets(signingKey: old.rawRepresentation, tokenKey: Data())
        ) { [new] in
            loads.withLock { $0 += 1 }
            return ServerSecrets(signingKey: new.rawRepresentation, tokenKey: Data())
        }
        let other = P256.Signing.PrivateKey()
        let foreign = try await token(
            AccessTokens(signingKey: other.rawRepresentation),
            at: now
        )
        let valid = try await token(AccessTokens(signingKey: new.rawRepresentation), at: now)

        for milliseconds in [0, 1, 999, 1000] {
            await #expect(throws: Problem.self) {
                try await tokens.read(foreign, now: now + .milliseconds(milliseconds))
            }
        }

        #expect(loads.withLock { $0 } == 2)
        #expect(try await tokens.read(valid, now: now).account == account)
    }
}

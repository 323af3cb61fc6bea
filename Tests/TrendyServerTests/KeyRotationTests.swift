import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
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

    @Test("After a rotation a device goes on with its access token and its refresh token")
    func requests() async throws {
        let path = try temporaryFile()
        let first = try await ServerFixture(factory: .sqlite, database: path)
        let session = try await first.test { client in
            try await client.newAccount(#"{"email":"a@example.com","password":"correct horse"}"#)
        }
        try await first.store.close()
        let administration = ServerAdministration(
            path: path,
            dependencies: first.world.dependencies
        )
        _ = try administration.rotateKeys(endsSessions: false)
        let second = try await ServerFixture(factory: .sqlite, database: path)

        try await second.test { client in
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
    }
}

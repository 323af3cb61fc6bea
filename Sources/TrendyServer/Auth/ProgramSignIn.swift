import Crypto
import Foundation
import TrendyModel
import TrendyWire

/// Signs a program of a person in through the browser, where the person is signed in already.
///
/// The browser hands the program a code, which only the program can exchange for a session: it keeps
/// the verifier of the challenge that the code was made for.
///
/// Source: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252),
/// [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636).
package struct ProgramSignIn: Sendable {
    /// The time in which a code can be exchanged.
    package static let codeTime = Duration.seconds(120)

    private struct Content: Codable {
        let account: String
        let session: String
        let challenge: String
    }

    let auth: AuthService

    /// Whether a text is a challenge of the method S256: 43 characters of base64url.
    package static func isChallenge(_ text: String) -> Bool {
        text.utf8.count == 43 && base64URLDecoded(text[...])?.count == 32
    }

    /// Makes a code for the account of a browser's session, after the person has agreed.
    ///
    /// - `challenge`: passes ``isChallenge(_:)``.
    package func makeCode(
        for session: TokenSession,
        challenge: String
    ) async throws -> String {
        let code = base64URL(randomBytes(32, auth.dependencies.random))
        let content = Content(
            account: session.account.description,
            session: session.id.description,
            challenge: challenge
        )
        let now = auth.dependencies.wallClock.now()
        _ = try await auth.store.addCode(
            OneTimeCode(
                hash: Self.hash(of: code),
                content: Array(try JSONEncoder().encode(content)),
                expiresAt: now + Self.codeTime
            ),
            now: now
        )
        return code
    }

    /// Exchanges a code for a session of the program.
    ///
    /// - Throws: `Problem` of the code `unauthorized` for a code that is unknown, used or too old,
    ///   or another verifier; `forbidden` for a disabled account; `rate_limit`.
    func exchange(_ shown: CodeExchange, from origin: RequestOrigin) async throws -> Session {
        let refused = Problem(
            .unauthorized,
            detail: "The code is not valid, or was used already. Sign in again."
        )
        let now = auth.dependencies.wallClock.now()
        try auth.limiter.admitProviderSignIn(from: origin.address, now: now)
        let bytes = try await auth.store.takeCode(hash: Self.hash(of: shown.code), now: now)
        guard let bytes, let content = try? UntrustedJSON.decode(Content.self, from: bytes),
            (43...128).contains(shown.verifier.utf8.count)
        else { throw refused }
        let challenge = base64URL(Data(SHA256.hash(data: Data(shown.verifier.utf8))))
        guard isEqualInConstantTime(Data(challenge.utf8), Data(content.challenge.utf8)),
            let id = EntityID(content.account), let session = EntityID(content.session),
            let account = try await auth.store.account(id: id),
            try await auth.store.isLive(session: session, account: id)
        else { throw refused }
        auth.limiter.providerSignInSucceeded(from: origin.address)
        return try await auth.startSession(account, client: origin.client)
    }

    private static func hash(of code: String) -> [UInt8] {
        Array(SHA256.hash(data: Data("program code ".utf8) + Data(code.utf8)))
    }
}

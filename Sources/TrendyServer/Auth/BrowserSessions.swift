import Crypto
package import Foundation
package import TrendyModel
package import TrendyWire

/// The sessions of browsers: the same accounts, limits and answers as the API's, with a token that
/// stays the same until the session ends.
///
/// The token is no refresh token: a browser's cookie never gives access to the API.
package struct BrowserSessions: Sendable {
    /// A token of a new session.
    package struct NewToken: Sendable {
        /// The account.
        package let account: EntityID
        /// The token, for the browser's cookie only.
        package let token: String
    }

    let auth: AuthService

    /// The policy for new accounts.
    package var signUpPolicy: SignUpPolicy { auth.signUpPolicy }

    /// The key of the tokens in forms; another one after the keys were rotated.
    package var formKey: Data {
        Data(
            HMAC<SHA256>.authenticationCode(
                for: Data("forms".utf8),
                using: SymmetricKey(data: auth.tokenKey)
            )
        )
    }

    /// Starts a session with a password.
    ///
    /// - Parameters:
    ///   - credentials: the address and the password.
    ///   - client: the browser's `User-Agent`.
    ///   - address: the browser's network address, for the limits.
    /// - Returns: the token of the new session.
    /// - Throws: `Problem` of the code `unauthorized` for a wrong address or password, `forbidden`
    ///   for a disabled account, `rate_limit` after too many attempts.
    package func signIn(
        _ credentials: Credentials,
        client: String,
        from address: ClientAddress
    ) async throws -> NewToken {
        let origin = RequestOrigin(userAgent: client, address: address)
        return try await start(try await auth.signedIn(credentials, from: origin), origin)
    }

    /// Starts a session of an account whose owner has proved who they are.
    func start(_ account: Account, _ origin: RequestOrigin) async throws -> NewToken {
        let token = RefreshToken(account: account.id, random: auth.dependencies.random)
        try await auth.store.createSession(
            NewSession(
                account: account.id,
                id: auth.dependencies.ids.next(),
                tokenHash: Self.hash(of: token),
                client: origin.client,
                now: auth.dependencies.wallClock.now()
            )
        )
        return NewToken(account: account.id, token: token.text)
    }

    /// Creates an account unless the address is taken; both have the same result.
    ///
    /// - Throws: `Problem` of the code `forbidden` for closed sign-up or an invalid invite,
    ///   `validation` for an invalid address or password, `rate_limit`.
    package func signUp(
        _ credentials: Credentials,
        client: String,
        from address: ClientAddress
    ) async throws {
        try await auth.signUp(credentials, from: RequestOrigin(userAgent: client, address: address))
    }

    /// The live session of a token; `nil` for any other text.
    package func session(of text: String) async throws -> TokenSession? {
        guard let token = RefreshToken(text) else { return nil }
        return try await auth.store.session(
            account: token.account,
            tokenHash: Self.hash(of: token),
            now: auth.dependencies.wallClock.now()
        )
    }

    /// The hash of a browser's token, which no refresh token has.
    private static func hash(of token: RefreshToken) -> [UInt8] {
        Array(SHA256.hash(data: Data("browser".utf8) + Data(token.hash)))
    }
}

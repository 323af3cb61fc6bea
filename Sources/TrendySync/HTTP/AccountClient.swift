import Foundation
import HTTPTypes
package import TrendyModel
package import TrendyWire

/// Creates accounts and sessions on a server.
package struct AccountClient: SessionRefresher {
    let requester: HTTPRequester

    /// Creates a client over an exchange.
    ///
    /// Call ``shutdown()`` after use.
    package init(address: ServerAddress, exchange: any HTTPExchange, wallClock: any WallClock) {
        requester = HTTPRequester(address: address, exchange: exchange, wallClock: wallClock)
    }

    /// Closes the connections.
    package func shutdown() async throws {
        try await requester.shutdown()
    }

    /// The offset of the server's clock at the last response; positive when the server is ahead,
    /// and `nil` before the first response.
    package var serverOffset: Duration? {
        get async { requester.serverOffset }
    }

    /// Creates an account, unless the address has one, and signs in with the password.
    ///
    /// The server gives the same answer for a new and for a known address, so that the answer does
    /// not reveal which addresses have accounts. Only the following sign-in checks the password.
    ///
    /// - Throws: ``SyncFailure``. Its code is `refused` when the server creates no account for this
    ///   person, and when it refuses the sign-in.
    package func signUp(_ credentials: Credentials) async throws -> Session {
        do {
            try await post(credentials)
        } catch let failure as SyncFailure where failure.problem?.code == .conflict {
            // This server reveals a known address; the password decides, as with other servers.
        } catch let failure as SyncFailure {
            guard let problem = failure.problem, problem.code == .forbidden else {
                throw failure.asWait
            }
            throw SyncFailure(
                code: .refused,
                reason: .signUpRefused(.text(problem.reasonForPeople)),
                problem: problem
            )
        }
        do {
            return try await signIn(credentials)
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            throw SyncFailure(code: .refused, reason: .notSignedUp)
        }
    }

    /// Signs in.
    ///
    /// - Throws: ``SyncFailure``. Its code is `needsSignIn` when the server has no account with
    ///   this address and password, and `busy` when it limits the number of attempts.
    package func signIn(_ credentials: Credentials) async throws -> Session {
        // An invitation belongs to the sign-up only.
        let known = Credentials(email: credentials.email, password: credentials.password)
        do {
            return try await session(Route.token, query: [("grant_type", "password")], known)
        } catch let failure as SyncFailure {
            throw failure.asWait
        }
    }

    /// Exchanges a refresh token for a new session.
    package func refresh(_ refreshToken: String) async throws -> Session {
        try await session(
            Route.token,
            query: [("grant_type", "refresh_token")],
            RefreshRequest(refreshToken: refreshToken)
        )
    }

    /// What the server offers for the sign-in.
    ///
    /// - Throws: ``SyncFailure``, with the problem `notFound` for an older server.
    package func settings() async throws -> ServerSettings {
        let answer = try await requester.send(.get, Route.settings)
        return try await requester.decode(ServerSettings.self, from: answer)
    }

    /// Exchanges the code that a browser brought from the server for a session.
    ///
    /// - Throws: ``SyncFailure``. Its code is `needsSignIn` when the server does not accept the
    ///   code.
    package func exchange(_ exchange: CodeExchange) async throws -> Session {
        do {
            return try await session(Route.token, query: [("grant_type", "pkce")], exchange)
        } catch let failure as SyncFailure {
            throw failure.asWait
        }
    }

    /// Ends a session on the server.
    package func signOut(_ session: Session) async throws {
        _ = try await requester.send(.post, Route.signOut, body: [], token: session.accessToken)
    }

    /// Requests an account, and checks only that the answer is JSON, as that of a Trendy server is.
    private func post(_ credentials: Credentials) async throws {
        let answer = try await requester.send(
            .post,
            Route.signUp,
            body: Array(try JSONEncoder().encode(credentials))
        )
        try await requester.gather(answer) { bytes throws(JSONError) in
            try UntrustedJSON.validate(bytes)
        }
    }

    private func session(
        _ path: String,
        query: [(String, String)],
        _ body: some Encodable
    ) async throws -> Session {
        let answer = try await requester.send(
            .post,
            path,
            query: query,
            body: Array(try JSONEncoder().encode(body))
        )
        return try await requester.decode(Session.self, from: answer)
    }
}

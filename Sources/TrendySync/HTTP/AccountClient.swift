import Foundation
import HTTPTypes
import TrendyLocalization
public import TrendyModel
public import TrendyWire

/// Makes accounts and sessions on a server.
public struct AccountClient: SessionRefresher {
    let requester: HTTPRequester

    /// A client over an exchange; call ``shutdown()`` when it is not needed any more.
    public init(address: ServerAddress, exchange: any HTTPExchange, wallClock: any WallClock) {
        requester = HTTPRequester(address: address, exchange: exchange, wallClock: wallClock)
    }

    /// Closes the connections.
    public func shutdown() async throws {
        try await requester.shutdown()
    }

    /// How far the server's clock was ahead at the last answer; `nil` before the first.
    public var serverOffset: Duration? {
        get async { requester.serverOffset }
    }

    /// Makes an account, unless the address has one, and signs in with the password.
    ///
    /// The server gives the same answer for a new and for a known address, so that the answer does
    /// not reveal which addresses have accounts. Only the following sign-in checks the password.
    ///
    /// - Throws: ``SyncFailure``. Its code is `refused` when the server makes no account for this
    ///   person, and when the sign-in is refused.
    public func signUp(_ credentials: Credentials) async throws -> Session {
        do {
            try await post(credentials)
        } catch let failure as SyncFailure where failure.problem?.code == .conflict {
            // A server that says so: the password decides, as with every other.
        } catch let failure as SyncFailure {
            guard let problem = failure.problem, problem.code == .forbidden else {
                throw failure.asWait
            }
            throw SyncFailure(
                code: .refused,
                message: Strings.Accounts.signUpRefused(["reason": problem.reasonForPeople]),
                problem: problem
            )
        }
        do {
            return try await signIn(credentials)
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            throw SyncFailure(code: .refused, message: Strings.Accounts.notSignedUp())
        }
    }

    /// Signs in.
    ///
    /// - Throws: ``SyncFailure``; its code is `needsSignIn` when the server knows no account with
    ///   this address and password, and `busy` when it takes no further attempt now.
    public func signIn(_ credentials: Credentials) async throws -> Session {
        // An invitation is for the sign-up only.
        let known = Credentials(email: credentials.email, password: credentials.password)
        do {
            return try await session(Route.token, query: [("grant_type", "password")], known)
        } catch let failure as SyncFailure {
            throw failure.asWait
        }
    }

    /// Trades a refresh token for a new session.
    public func refresh(_ refreshToken: String) async throws -> Session {
        try await session(
            Route.token,
            query: [("grant_type", "refresh_token")],
            RefreshRequest(refreshToken: refreshToken)
        )
    }

    /// Ends a session on the server.
    public func signOut(_ session: Session) async throws {
        _ = try await requester.send(.post, Route.signOut, body: [], token: session.accessToken)
    }

    /// Asks for an account; nothing in the answer matters but that it is a Trendy server's.
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

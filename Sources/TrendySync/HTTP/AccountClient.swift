import Foundation
import HTTPTypes
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

    /// Makes an account and signs in to it.
    public func signUp(_ credentials: Credentials) async throws -> Session {
        try await session(Route.signUp, query: [], credentials)
    }

    /// Signs in.
    public func signIn(_ credentials: Credentials) async throws -> Session {
        try await session(Route.token, query: [("grant_type", "password")], credentials)
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

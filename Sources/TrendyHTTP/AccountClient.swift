import Foundation
import NIOHTTP1
public import TrendyModel
public import TrendySync
public import TrendyWire

/// Makes accounts and sessions on a server.
public struct AccountClient: SessionRefresher {
    let requester: HTTPRequester

    /// A client with its own connections; call ``shutdown()`` when it is not needed any more.
    public init(address: ServerAddress, wallClock: any WallClock) {
        requester = HTTPRequester(address: address, wallClock: wallClock)
    }

    /// Closes the connections.
    public func shutdown() async throws {
        try await requester.shutdown()
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
        _ = try await requester.send(.POST, Route.signOut, body: [], token: session.accessToken)
    }

    private func session(
        _ path: String,
        query: [(String, String)],
        _ body: some Encodable
    ) async throws -> Session {
        let response = try await requester.send(
            .POST,
            path,
            query: query,
            body: Array(try JSONEncoder().encode(body))
        )
        return try await requester.decode(Session.self, from: response)
    }
}

import HTTPTypes
import TrendyWire

/// Sends requests with a session's token and refreshes it once when the server refuses it.
struct SessionRequester: Sendable {
    let base: HTTPRequester
    let sessions: SessionManager

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil
    ) async throws -> HTTPAnswer {
        let token = try await sessions.accessToken()
        do {
            return try await base.send(method, path, query: query, body: body, token: token)
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            let fresh = try await sessions.accessToken(refused: token)
            do {
                return try await base.send(method, path, query: query, body: body, token: fresh)
            } catch let failure as SyncFailure where failure.code == .needsSignIn {
                // Only a refresh proves that a session has ended: a delayed request can be refused
                // although its token was valid when it was sent.
                throw base.notReady()
            }
        }
    }
}

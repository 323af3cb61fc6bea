import HTTPTypes
import TrendyWire

/// Sends requests with a session's token, and once refreshes it when the server refuses it.
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
                // Whether a session has ended, its refresh tells: an answer that was long under way
                // refuses a token that was good when it was sent.
                throw base.notReady(status: 401)
            }
        }
    }
}

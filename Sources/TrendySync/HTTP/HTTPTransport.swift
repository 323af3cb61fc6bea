import Foundation
import HTTPTypes
package import TrendyModel
package import TrendyWire

/// A ``SyncTransport`` over HTTP that adds the session's token and refreshes it once when the
/// server refuses it.
package struct HTTPTransport: SyncTransport, ChangeFeed, PushPreparing, SessionProviding,
    AccountSyncProviding
{
    let sender: SessionRequester

    /// Creates a transport that shares an account client's connections.
    package init(_ client: AccountClient, sessions: SessionManager) {
        sender = SessionRequester(base: client.requester, sessions: sessions)
    }

    private var requester: HTTPRequester { sender.base }

    /// The offset of the server's clock at the last response; positive when the server is ahead.
    package var serverOffset: Duration? {
        get async { requester.serverOffset }
    }

    /// Whether there is a session that is not known to have ended.
    package var hasSession: Bool { get async { await sender.sessions.hasSession } }

    /// Sends mutations.
    package func push(_ request: PushRequest) async throws -> PushAnswer {
        let answer = try await send(.post, Route.push, body: request.json)
        return try await requester.gather(answer) { bytes throws(JSONError) in
            try PushAnswer(json: bytes)
        }
    }

    /// Returns a function that prepares pushes for sending by the system.
    package func preparer() async -> (@Sendable (PushRequest) -> UploadRequest)? {
        guard let token = await sender.sessions.cachedToken() else { return nil }
        let request = requester.request(.post, Route.push, hasBody: true, token: token)
        return { push in
            UploadRequest(
                request: request,
                body: push.json,
                name: push.mutations.first?.id.description ?? ""
            )
        }
    }

    /// Fetches a page of changes.
    package func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        var query = [("limit", String(limit))]
        if let cursor { query.append(("since", cursor)) }
        let answer = try await send(.get, Route.changes, query: query)
        return try await requester.gather(answer) { bytes throws(JSONError) in
            try ChangePage(json: bytes)
        }
    }

    /// Streams the account's snapshot.
    package func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        let query = token.map { [("after", $0)] } ?? []
        let answer = try await send(.get, Route.snapshot, query: query)
        try requester.checkIsJSON(answer)
        var decoder = SnapshotDecoder()
        try await requester.stream(answer) { piece in
            let lines = piece.withUnsafeBytes { bytes in
                Result { () throws(JSONError) in try decoder.decode(bytes) }
            }
            switch lines {
            case .success(let lines): if !lines.isEmpty { try await receive(lines) }
            case .failure(let error): throw SyncFailure(error)
            }
        }
    }

    /// Fetches the digests of a range of ids.
    package func digest(prefix: String) async throws -> DigestAnswer {
        let answer = try await send(.get, Route.digest, query: [("prefix", prefix)])
        return try await requester.decode(DigestAnswer.self, from: answer)
    }

    /// Fetches a page of all entities of a range of ids.
    package func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        var query = [("prefix", prefix)]
        if let id { query.append(("after", id.description)) }
        let answer = try await send(.get, Route.range, query: query)
        return try await requester.gather(answer) { bytes throws(JSONError) in
            try ChangePage(json: bytes)
        }
    }

    /// Sends the device's report to the server.
    package func report(_ report: DeviceReport, deviceID: EntityID) async throws {
        let body = Array(try JSONEncoder().encode(report))
        _ = try await send(.put, "\(Route.devices)/\(deviceID)", body: body)
    }

    /// Follows the account's changes.
    package func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws {
        let answer = try await send(.get, Route.changeStream)
        guard answer.head.headerFields[.contentType]?.contains("event-stream") == true else {
            throw requester.notTrendy()
        }
        var decoder = EventStreamDecoder()
        try await requester.stream(answer) { piece in
            let events = Result { () throws(JSONError) in try decoder.decode(piece) }
            for event in try events.mapError({ SyncFailure($0) }).get() {
                // A later server may send further kinds of events.
                guard
                    let notification = try? UntrustedJSON.decode(
                        ChangeNotification.self,
                        from: event
                    ),
                    let cursor = Cursor(notification.cursor)
                else { continue }
                try await onChange(cursor)
            }
        }
    }

    private struct ChangeNotification: Decodable {
        let cursor: String
    }

    /// The server's view of the account's sync.
    package func accountSync() async throws -> AccountSync {
        let answer = try await send(.get, Route.mySync)
        return try await requester.decode(AccountSync.self, from: answer)
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil
    ) async throws -> HTTPAnswer {
        try await sender.send(method, path, query: query, body: body)
    }
}

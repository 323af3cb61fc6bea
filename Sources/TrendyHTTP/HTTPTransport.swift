import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
public import TrendyModel
public import TrendySync
public import TrendyWire

/// A ``SyncTransport`` over HTTP: carries the session's token, and once refreshes it when the
/// server refuses it.
public struct HTTPTransport: SyncTransport {
    private let requester: HTTPRequester
    private let sessions: SessionKeeper

    /// A transport that shares an account client's connections.
    public init(_ client: AccountClient, sessions: SessionKeeper) {
        requester = client.requester
        self.sessions = sessions
    }

    /// How far the server's clock was ahead at the last answer.
    public var serverOffset: Duration? {
        get async { requester.serverOffset }
    }

    /// Sends mutations.
    public func push(_ request: PushRequest) async throws -> PushAnswer {
        let response = try await send(.POST, Route.push, body: request.json)
        return try await requester.gather(response) { bytes throws(JSONError) in
            try PushAnswer(json: bytes)
        }
    }

    /// Fetches a page of changes.
    public func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        var query = [("limit", String(limit))]
        if let cursor { query.append(("since", cursor)) }
        let response = try await send(.GET, Route.changes, query: query)
        return try await requester.gather(response) { bytes throws(JSONError) in
            try ChangePage(json: bytes)
        }
    }

    /// Streams the account's snapshot.
    public func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        let query = token.map { [("after", $0)] } ?? []
        let response = try await send(.GET, Route.snapshot, query: query)
        try requester.checkIsJSON(response)
        var decoder = SnapshotDecoder()
        try await requester.stream(response) { piece in
            let lines = piece.withUnsafeReadableBytes { bytes in
                Result { () throws(JSONError) in try decoder.decode(bytes) }
            }
            switch lines {
            case .success(let lines): if !lines.isEmpty { try await receive(lines) }
            case .failure(let error): throw SyncFailure(error)
            }
        }
    }

    /// Fetches the digests of a range of ids.
    public func digest(prefix: String) async throws -> DigestAnswer {
        let response = try await send(.GET, Route.digest, query: [("prefix", prefix)])
        return try await requester.decode(DigestAnswer.self, from: response)
    }

    /// Tells the server how the device is doing.
    public func report(_ report: DeviceReport, deviceID: EntityID) async throws {
        let body = Array(try JSONEncoder().encode(report))
        _ = try await send(.PUT, "\(Route.devices)/\(deviceID)", body: body)
    }

    /// What the server knows of the account's sync.
    public func accountSync() async throws -> AccountSync {
        let response = try await send(.GET, Route.mySync)
        return try await requester.decode(AccountSync.self, from: response)
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        query: [(String, String)] = [],
        body: [UInt8]? = nil
    ) async throws -> HTTPClientResponse {
        let token = try await sessions.accessToken()
        do {
            return try await requester.send(method, path, query: query, body: body, token: token)
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            let fresh = try await sessions.accessToken(refused: token)
            return try await requester.send(method, path, query: query, body: body, token: fresh)
        }
    }
}

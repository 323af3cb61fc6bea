import TrendyModel
import TrendySync
import TrendyWire

/// A transport that forwards each request to another one unless it implements it.
protocol TransportWrapper: SyncTransport {
    var base: any SyncTransport { get }
}

extension TransportWrapper {
    var serverOffset: Duration? { get async { await base.serverOffset } }

    func push(_ request: PushRequest) async throws -> PushAnswer { try await base.push(request) }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        try await base.changes(since: cursor, limit: limit)
    }

    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        try await base.snapshot(after: token, receive: receive)
    }

    func digest(prefix: String) async throws -> DigestAnswer {
        try await base.digest(prefix: prefix)
    }

    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        try await base.range(prefix: prefix, after: id)
    }

    func report(_ report: DeviceReport, deviceID: EntityID) async throws {
        try await base.report(report, deviceID: deviceID)
    }
}

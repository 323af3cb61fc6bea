import Synchronization
import TrendyModel
import TrendySync
import TrendyWire

/// A transport with injected bugs in some calls.
struct BuggyTransport: SyncTransport, ChangeFeed {
    let base: HTTPTransport
    unowned let process: SimulatedDevice.Process
    var push: (@Sendable (Self, PushRequest) async throws -> PushAnswer)?
    var changes: (@Sendable (Self, String?, Int) async throws -> ChangePage)?
    var beforeSnapshot: (@Sendable (Self) async throws -> Void)?
    var digest: (@Sendable (Self, String) async throws -> DigestAnswer)?
    /// Whether the first cursor of a change stream arrives and no later one.
    var isDeaf = false

    var serverOffset: Duration? {
        get async { await base.serverOffset }
    }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        if let push { return try await push(self, request) }
        return try await base.push(request)
    }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        if let changes { return try await changes(self, cursor, limit) }
        return try await base.changes(since: cursor, limit: limit)
    }

    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        try await beforeSnapshot?(self)
        try await base.snapshot(after: token, receive: receive)
    }

    func digest(prefix: String) async throws -> DigestAnswer {
        if let digest { return try await digest(self, prefix) }
        return try await base.digest(prefix: prefix)
    }

    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        try await base.range(prefix: prefix, after: id)
    }

    func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws {
        guard isDeaf else { return try await base.follow(onChange) }
        let first = Atomic(true)
        try await base.follow { cursor in
            if first.exchange(false, ordering: .relaxed) { try await onChange(cursor) }
        }
    }

    func report(_ report: DeviceReport, deviceID: EntityID) async throws {
        try await base.report(report, deviceID: deviceID)
    }
}

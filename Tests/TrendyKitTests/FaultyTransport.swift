import Synchronization
import TrendyModel
import TrendySync
import TrendyWire

/// A network that loses what a test says.
final class FaultyTransport: SyncTransport {
    enum Fault: Sendable {
        /// The request does not arrive.
        case loseRequest
        /// The server does it, and its answer is lost.
        case loseAnswer
    }

    private let base: any SyncTransport
    private let faults: Mutex<[Fault?]>
    private let pushes = Mutex(0)
    private let hook: Mutex<(@Sendable () async throws -> Void)?> = Mutex(nil)

    /// - `faults`: what happens to each push, in order; the rest go through.
    init(_ base: any SyncTransport, faults: [Fault?] = []) {
        self.base = base
        self.faults = Mutex(faults)
    }

    var pushCount: Int { pushes.withLock { $0 } }

    /// Does something once, while the next push is on its way.
    func duringNextPush(_ body: @escaping @Sendable () async throws -> Void) {
        hook.withLock { $0 = body }
    }

    var serverOffset: Duration? { get async { await base.serverOffset } }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        pushes.withLock { $0 += 1 }
        let fault = faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if fault == .loseRequest { throw Self.lost }
        let answer = try await base.push(request)
        let during = hook.withLock { hook in
            defer { hook = nil }
            return hook
        }
        try await during?()
        if fault == .loseAnswer { throw Self.lost }
        return answer
    }

    private static let lost = SyncFailure(code: .offline, message: "The network is gone.")

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

    func report(_ report: DeviceReport, deviceID: EntityID) async throws {
        try await base.report(report, deviceID: deviceID)
    }
}

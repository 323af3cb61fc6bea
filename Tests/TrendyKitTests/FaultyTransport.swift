import Synchronization
import TrendyModel
import TrendySync
import TrendyWire

/// A transport that drops requests or responses on demand.
final class FaultyTransport: TransportWrapper {
    enum Fault: Sendable {
        /// The request does not arrive.
        case loseRequest
        /// The server processes the request; the response is lost.
        case loseAnswer
    }

    let base: any SyncTransport
    private let faults: Mutex<[Fault?]>
    private let pushes = Mutex(0)
    private let refuse: @Sendable (PushRequest) -> Problem?
    private let refusePull: @Sendable () -> Problem?
    private let hook: Mutex<(@Sendable () async throws -> Void)?> = Mutex(nil)
    private let watch: Mutex<(@Sendable () async -> Void)?> = Mutex(nil)

    /// - `faults`: the fault of each push, in order; later pushes succeed.
    /// - `refuse`: the server's answer to a push instead of results.
    /// - `refusePull`: the server's answer to a pull instead of a page.
    init(
        _ base: any SyncTransport,
        faults: [Fault?] = [],
        refuse: @escaping @Sendable (PushRequest) -> Problem? = { _ in nil },
        refusePull: @escaping @Sendable () -> Problem? = { nil }
    ) {
        self.base = base
        self.faults = Mutex(faults)
        self.refuse = refuse
        self.refusePull = refusePull
    }

    var pushCount: Int { pushes.withLock { $0 } }

    /// Runs a closure once, during the next push.
    func duringNextPush(_ body: @escaping @Sendable () async throws -> Void) {
        hook.withLock { $0 = body }
    }

    /// Runs a closure before each push from now on.
    func duringEachPush(_ body: @escaping @Sendable () async -> Void) {
        watch.withLock { $0 = body }
    }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        await watch.withLock { $0 }?()
        pushes.withLock { $0 += 1 }
        let fault = faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if fault == .loseRequest { throw Self.lost }
        if let problem = refuse(request) { throw SyncFailure(problem) }
        let answer = try await base.push(request)
        let during = hook.withLock { hook in
            defer { hook = nil }
            return hook
        }
        try await during?()
        if fault == .loseAnswer { throw Self.lost }
        return answer
    }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        if let problem = refusePull() { throw SyncFailure(problem) }
        return try await base.changes(since: cursor, limit: limit)
    }

    private static let lost = SyncFailure(code: .offline, reason: .offline)
}

/// Keeps the transport that wraps a device's own.
final class FaultyBox {
    private(set) var transport: FaultyTransport?

    func wrap(
        _ base: any SyncTransport,
        refuse: @escaping @Sendable (PushRequest) -> Problem? = { _ in nil },
        refusePull: @escaping @Sendable () -> Problem? = { nil }
    ) -> any SyncTransport {
        let transport = FaultyTransport(base, refuse: refuse, refusePull: refusePull)
        self.transport = transport
        return transport
    }
}

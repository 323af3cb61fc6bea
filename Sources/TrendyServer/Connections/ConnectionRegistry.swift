import Logging
import NIOCore
import Synchronization

/// The open connections of the listener: admits, counts, drains and aborts them, and logs when a
/// limit starts and stops refusing.
final class ConnectionRegistry: Sendable {
    private struct State {
        var admission: ConnectionAdmission
        var connections: [ObjectIdentifier: HTTPConnection] = [:]
        var requests = 0
        var isDraining = false
        var onAvailable: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let limits: ConnectionLimits
    private let trustedProxies: Set<IPAddress>
    private let names: AddressPseudonyms
    private let logger: Logger

    init(
        limits: ConnectionLimits,
        maximum: Int,
        trustedProxies: Set<IPAddress>,
        names: AddressPseudonyms,
        logger: Logger
    ) {
        self.limits = limits
        self.trustedProxies = trustedProxies
        self.names = names
        self.logger = logger
        state = Mutex(
            State(
                admission: ConnectionAdmission(
                    maximum: maximum,
                    maximumPerAddress: limits.connectionsPerAddress
                )
            )
        )
    }

    // MARK: - Total

    /// The number of open connections.
    var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Whether the listener has to pause accepting.
    var isFull: Bool { state.withLock { $0.admission.isFull } }

    /// Whether a limit refuses, so that the caller has to call ``endQuietEpisodes()`` again.
    var isRefusing: Bool { state.withLock { $0.admission.isRefusing } }

    /// Sets a callback for every closed connection; any thread calls it.
    func onAvailable(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onAvailable = body }
    }

    /// Counts an accepted connection until it closes.
    func accepted(_ channel: any Channel) {
        state.withLock { $0.admission.accepted() }
        channel.closeFuture.whenComplete { _ in
            let onAvailable = self.state.withLock { state in
                state.admission.closed()
                return state.onAvailable
            }
            onAvailable?()
        }
    }

    /// Records that accepting pauses.
    func paused(by limit: ConnectionAdmission.Limit) {
        let warning = state.withLock { $0.admission.refused(by: limit, now: .now()) }
        if let warning { log(warning) }
    }

    /// Logs the limits that no longer refuse.
    func endQuietEpisodes() {
        state.withLock { $0.admission.endQuietEpisodes(now: .now()) }.forEach(log)
    }

    // MARK: - One connection

    /// Admits an active connection, and releases it when it closes.
    ///
    /// - Returns: whether the connection is admitted; otherwise the caller closes it.
    func admit(_ connection: HTTPConnection, from peer: IPAddress?) -> Bool {
        let address = peer.map(ClientAddress.init) ?? .unknown
        let isExempt =
            limits.exemptsLoopback && address.isLoopback
            || peer.map(trustedProxies.contains) ?? false
        let id = ObjectIdentifier(connection)
        let (isAdmitted, warning) = state.withLock {
            state -> (Bool, ConnectionAdmission.Warning?) in
            guard !state.isDraining else { return (false, nil) }
            if !isExempt {
                let (isAdmitted, warning) = state.admission.admit(address, now: .now())
                guard isAdmitted else { return (false, warning) }
            }
            state.connections[id] = connection
            return (true, nil)
        }
        if let warning { log(warning) }
        guard isAdmitted else { return false }
        connection.channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.connections[id] = nil
                if !isExempt { state.admission.release(address) }
            }
        }
        return true
    }

    /// Counts the start of a request; ``requestEnded()`` must follow.
    func requestStarted() {
        state.withLock { $0.requests += 1 }
    }

    /// Counts the end of a request, answered or not.
    func requestEnded() {
        state.withLock { $0.requests -= 1 }
    }

    // MARK: - Shutdown

    /// Closes idle connections now, and every other connection after its response.
    func drain() {
        let open = state.withLock { state in
            state.isDraining = true
            return Array(state.connections.values)
        }
        for connection in open { connection.quiesce() }
    }

    /// Closes every connection at once.
    ///
    /// - Returns: the number of open connections, and of the requests in flight on them.
    @discardableResult
    func abort() -> (connections: Int, requests: Int) {
        let (open, requests) = state.withLock { state in
            state.isDraining = true
            return (Array(state.connections.values), state.requests)
        }
        for connection in open { connection.abort() }
        return (open.count, requests)
    }

    // MARK: - Log

    private func log(_ warning: ConnectionAdmission.Warning) {
        switch warning {
        case .started(let limit, let address):
            var metadata: Logger.Metadata = ["limit": .string(limit.rawValue)]
            if let address { metadata["client"] = .string(names.name(of: address)) }
            logger.warning("\(Self.explanation(of: limit))", metadata: metadata)
        case .ended(let limit, let refusals):
            logger.warning(
                "The limit is no longer reached",
                metadata: [
                    "limit": .string(limit.rawValue), "refusals": .stringConvertible(refusals),
                ]
            )
        }
    }

    private static func explanation(of limit: ConnectionAdmission.Limit) -> String {
        switch limit {
        case .connections:
            "Too many connections are open: new clients wait. Raise --max-connections if the "
                + "clients are yours"
        case .connectionsPerAddress:
            "A client has too many connections open: its new ones are closed. If it is a proxy, "
                + "name it with --trusted-proxy"
        case .systemResources:
            "The system has no file descriptors or memory for new connections: new clients wait. "
                + "Raise the limit of open files (ulimit -n), or lower --max-connections"
        }
    }
}

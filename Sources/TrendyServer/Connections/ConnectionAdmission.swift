package import NIOCore

/// Connection counters that decide about admission and about log lines for reached limits.
///
/// This type does no I/O: ``ConnectionRegistry`` performs and logs its decisions.
package struct ConnectionAdmission {
    /// A limited resource.
    package enum Limit: String, CaseIterable, Sendable {
        /// ``ConnectionLimits/connections``.
        case connections
        /// ``ConnectionLimits/connectionsPerAddress``.
        case connectionsPerAddress
        /// The file descriptors or the memory of the process.
        case systemResources
    }

    /// A change that the caller logs.
    package enum Warning: Equatable, Sendable {
        /// A limit refuses its first connection; with the client for a per-client limit.
        case started(Limit, ClientAddress?)
        /// A limit has refused nothing for ``ConnectionLimits/quietPeriod``.
        case ended(Limit, refusals: Int)
    }

    private struct Episode {
        var refusals: Int
        var lastRefusal: NIODeadline
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let quietPeriod: TimeAmount
    private var perAddress: [ClientAddress: Int] = [:]
    private var episodes: [Limit: Episode] = [:]

    /// The number of open connections.
    package private(set) var open = 0

    /// Creates counters without connections.
    package init(
        maximum: Int,
        maximumPerAddress: Int,
        quietPeriod: TimeAmount = TimeAmount(ConnectionLimits.quietPeriod)
    ) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
        self.quietPeriod = quietPeriod
    }

    /// Whether the listener has to pause accepting.
    package var isFull: Bool { open >= maximum }

    /// Whether a limit refuses connections, or did so within the quiet period.
    package var isRefusing: Bool { !episodes.isEmpty }

    /// Counts an accepted connection.
    package mutating func accepted() {
        open += 1
    }

    /// Counts a closed connection.
    package mutating func closed() {
        open -= 1
    }

    /// Admits or refuses a connection of a client.
    ///
    /// - Returns: whether the connection is admitted; then the caller calls ``release(_:)`` when it
    ///   closes.
    package mutating func admit(
        _ address: ClientAddress,
        now: NIODeadline
    ) -> (isAdmitted: Bool, warning: Warning?) {
        let count = perAddress[address, default: 0]
        guard count < maximumPerAddress else {
            return (false, refused(by: .connectionsPerAddress, address: address, now: now))
        }
        perAddress[address] = count + 1
        return (true, nil)
    }

    /// Releases an admitted connection of a client.
    package mutating func release(_ address: ClientAddress) {
        let count = perAddress[address, default: 0]
        perAddress[address] = count > 1 ? count - 1 : nil
    }

    /// Records that a limit refused a connection or paused the listener.
    package mutating func refused(
        by limit: Limit,
        address: ClientAddress? = nil,
        now: NIODeadline
    ) -> Warning? {
        let earlier = episodes[limit]
        episodes[limit] = Episode(refusals: (earlier?.refusals ?? 0) + 1, lastRefusal: now)
        return earlier == nil ? .started(limit, address) : nil
    }

    /// Ends the episodes without refusals in the quiet period; the caller repeats the call while
    /// ``isRefusing``.
    package mutating func endQuietEpisodes(now: NIODeadline) -> [Warning] {
        Limit.allCases.compactMap { limit in
            guard let episode = episodes[limit], now >= episode.lastRefusal + quietPeriod,
                !(limit == .connections && isFull)
            else { return nil }
            episodes[limit] = nil
            return .ended(limit, refusals: episode.refusals)
        }
    }
}

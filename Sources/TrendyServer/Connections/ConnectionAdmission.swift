package import NIOCore

/// Counts open connections, decides which are admitted, and when a limit is worth a log line.
///
/// It does no I/O: ``ConnectionRegistry`` performs and logs what it answers.
package struct ConnectionAdmission {
    /// What can be used up.
    package enum Limit: String, CaseIterable, Sendable {
        /// ``ConnectionLimits/connections``.
        case connections
        /// ``ConnectionLimits/connectionsPerAddress``.
        case connectionsPerAddress
        /// The file descriptors or the memory that the system gives to the process.
        case systemResources
    }

    /// What to log.
    package enum Warning: Equatable, Sendable {
        /// A limit refuses its first connection, of the client given where it is one's.
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

    /// Connections that are open.
    package private(set) var open = 0

    /// Starts without connections.
    package init(
        maximum: Int,
        maximumPerAddress: Int,
        quietPeriod: TimeAmount = TimeAmount(ConnectionLimits.quietPeriod)
    ) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
        self.quietPeriod = quietPeriod
    }

    /// Whether accepting has to pause.
    package var isFull: Bool { open >= maximum }

    /// Whether a limit refuses connections, or did so a short time ago.
    package var isRefusing: Bool { !episodes.isEmpty }

    /// Counts a connection that the listener accepted.
    package mutating func accepted() {
        open += 1
    }

    /// Counts a connection that has closed.
    package mutating func closed() {
        open -= 1
    }

    /// Admits a connection of a client, or refuses it.
    ///
    /// - Returns: whether it is admitted; then ``release(_:)`` must follow when it closes.
    package mutating func admit(
        _ address: ClientAddress,
        now: NIODeadline
    ) -> (isAdmitted: Bool, notice: Warning?) {
        let count = perAddress[address, default: 0]
        guard count < maximumPerAddress else {
            return (false, refused(by: .connectionsPerAddress, address: address, now: now))
        }
        perAddress[address] = count + 1
        return (true, nil)
    }

    /// Takes an admitted connection of a client back.
    package mutating func release(_ address: ClientAddress) {
        let count = perAddress[address, default: 0]
        perAddress[address] = count > 1 ? count - 1 : nil
    }

    /// Notes that a limit refused a connection, or made the listener pause.
    package mutating func refused(
        by limit: Limit,
        address: ClientAddress? = nil,
        now: NIODeadline
    ) -> Warning? {
        let earlier = episodes[limit]
        episodes[limit] = Episode(refusals: (earlier?.refusals ?? 0) + 1, lastRefusal: now)
        return earlier == nil ? .started(limit, address) : nil
    }

    /// Ends what has been quiet for long enough; called from time to time while ``isRefusing``.
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

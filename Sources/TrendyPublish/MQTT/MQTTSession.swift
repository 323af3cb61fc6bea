/// The state machine of a client's connection: handshake, one subscription, messages with quality
/// of service 1, keep-alive.
///
/// Its methods return the actions to perform. Time comes in as ``tick()``, once every
/// ``tickSeconds``.
package struct MQTTSession: ~Copyable {
    /// The period of ``tick()``, in seconds.
    package static let tickSeconds = 5
    /// The number of ticks that the broker may take to answer.
    static let answerTicks = 4
    /// The packet id of the subscription; messages use lower ids.
    package static let subscriptionID = UInt16.max
    /// The maximum number of messages that wait for their acknowledgement.
    package static let maximumInFlight = 100

    /// An action of the connection.
    package enum Action: Sendable, Hashable {
        /// Send a packet.
        case send(MQTTPacket)
        /// Messages can be published.
        ///
        /// - `isSessionPresent`: whether the broker still has this client's earlier session.
        case open(isSessionPresent: Bool)
        /// The broker has a message.
        case acknowledge(id: UInt16)
        /// A message of the subscription arrived.
        case deliver(MQTTPublish)
        /// Close the connection.
        case close(MQTTError)
    }

    private enum State {
        case idle, connecting, open, closed
        case subscribing(isSessionPresent: Bool)
    }

    private let connect: MQTTConnect
    private let filter: String?
    private var state = State.idle
    private var inFlight: Set<UInt16> = []
    /// The ticks since the last packet was sent.
    private var idleTicks = 0
    /// The ticks since an answer of the broker is due; `nil` while none is.
    private var overdueTicks: Int?
    private var isPingPending = false

    /// Creates a session before its connection is established.
    ///
    /// - `filter`: the topic to subscribe to; `nil` for none.
    package init(connect: MQTTConnect, filter: String?) {
        self.connect = connect
        self.filter = filter
    }

    /// The transport is connected: sends the CONNECT packet.
    package mutating func connected() -> [Action] {
        guard case .idle = state else { return [] }
        state = .connecting
        overdueTicks = 0
        return [.send(.connect(connect))]
    }

    /// Publishes a message.
    ///
    /// - `message`: with an id that no other unacknowledged message has.
    /// - Returns: the packet to send; a close for a message that cannot be sent now.
    package mutating func publish(_ message: MQTTPublish) -> [Action] {
        guard case .open = state else { return [.close(.closed)] }
        guard let id = message.id, id != Self.subscriptionID,
            inFlight.count < Self.maximumInFlight, inFlight.insert(id).inserted
        else {
            return close(MQTTError(.invalidMessage, "Too many messages are unacknowledged."))
        }
        return sent([.publish(message)])
    }

    /// Handles a packet of the broker.
    package mutating func received(_ packet: MQTTPacket) -> [Action] {
        switch (state, packet) {
        case (.closed, _): return []
        case (.connecting, .connack(let isSessionPresent, let code)):
            return accepted(isSessionPresent, code)
        case (.subscribing(let isSessionPresent), .suback(Self.subscriptionID, let codes)):
            guard codes.count == 1, codes[0] != 0x80 else {
                return close(
                    MQTTError(
                        .refused,
                        "The broker refused the subscription to \(filter ?? ""). Allow the user "
                            + "to read this topic, or give --no-discovery."
                    )
                )
            }
            return opened(isSessionPresent)
        case (.open, .puback(let id)):
            // An id of an earlier connection is of no interest.
            guard inFlight.remove(id) != nil else { return [] }
            progressed()
            return [.acknowledge(id: id)]
        case (.open, .publish(let message)), (.subscribing, .publish(let message)):
            guard let id = message.id else { return [.deliver(message)] }
            idleTicks = 0
            return [.send(.puback(id: id)), .deliver(message)]
        case (.open, .pingresp), (.subscribing, .pingresp):
            isPingPending = false
            progressed()
            return []
        default: return close(.malformed("a packet came out of order"))
        }
    }

    /// Handles the passing of ``tickSeconds``: sends a ping, or closes a silent connection.
    package mutating func tick() -> [Action] {
        switch state {
        case .idle, .closed: return []
        case .connecting, .subscribing, .open: break
        }
        if let ticks = overdueTicks {
            guard ticks < Self.answerTicks else {
                return close(
                    MQTTError(
                        .timedOut,
                        "The broker did not answer within \(ticks * Self.tickSeconds) seconds."
                    )
                )
            }
            overdueTicks = ticks + 1
        }
        idleTicks += 1
        let period = Int(connect.keepAliveSeconds)
        guard case .open = state, period > 0, !isPingPending,
            (idleTicks + 2) * Self.tickSeconds >= period
        else { return [] }
        isPingPending = true
        return sent([.pingreq])
    }

    /// Ends the session in order: the broker discards the last will.
    package mutating func disconnect() -> [Action] {
        guard case .open = state else { return close(.closed) }
        state = .closed
        return [.send(.disconnect), .close(.closed)]
    }

    private mutating func accepted(_ isSessionPresent: Bool, _ code: UInt8) -> [Action] {
        guard code == 0 else { return close(.refusal(code: code)) }
        overdueTicks = nil
        guard let filter else { return opened(isSessionPresent) }
        state = .subscribing(isSessionPresent: isSessionPresent)
        return sent([.subscribe(id: Self.subscriptionID, filter: filter)])
    }

    private mutating func opened(_ isSessionPresent: Bool) -> [Action] {
        state = .open
        overdueTicks = nil
        return [.open(isSessionPresent: isSessionPresent)]
    }

    /// Sends packets that the broker answers.
    private mutating func sent(_ packets: [MQTTPacket]) -> [Action] {
        idleTicks = 0
        overdueTicks = overdueTicks ?? 0
        return packets.map { .send($0) }
    }

    /// The broker answered; further answers have their full time.
    private mutating func progressed() {
        overdueTicks = inFlight.isEmpty && !isPingPending ? nil : 0
    }

    private mutating func close(_ error: MQTTError) -> [Action] {
        if case .closed = state { return [] }
        state = .closed
        return [.close(error)]
    }
}

/// A control packet of MQTT 3.1.1, of the kinds that a publisher sends or receives.
///
/// Source: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html
package enum MQTTPacket: Sendable, Hashable {
    /// Opens a session; the first packet of a client.
    case connect(MQTTConnect)
    /// The server's answer to a CONNECT packet.
    ///
    /// - `code`: 0 for an accepted connection; see ``MQTTError/refusal(code:)``.
    case connack(isSessionPresent: Bool, code: UInt8)
    /// A message.
    case publish(MQTTPublish)
    /// The receipt of a message with quality of service 1.
    case puback(id: UInt16)
    /// Subscribes to a topic filter with quality of service 1.
    case subscribe(id: UInt16, filter: String)
    /// The server's answer to a SUBSCRIBE packet: a granted quality of service, or 128 for a
    /// refusal.
    case suback(id: UInt16, codes: [UInt8])
    /// Asks the server for a sign of life.
    case pingreq
    /// The server's sign of life.
    case pingresp
    /// Ends a session without the last will.
    case disconnect
}

/// The content of a CONNECT packet (section 3.1).
package struct MQTTConnect: Sendable, Hashable {
    /// A message that the server publishes when the connection ends without a DISCONNECT packet.
    package struct Will: Sendable, Hashable {
        /// The topic.
        package var topic: String
        /// The content.
        package var payload: [UInt8]

        /// Creates a retained will with quality of service 1.
        package init(topic: String, payload: [UInt8]) {
            self.topic = topic
            self.payload = payload
        }
    }

    /// The identity of the session on the server.
    package var clientID: String
    /// Whether the server discards an earlier session, and this one at its end.
    package var isCleanSession: Bool
    /// The longest time without a packet, in seconds; 0 for no limit.
    package var keepAliveSeconds: UInt16
    /// The user name; `nil` for an anonymous connection.
    package var user: String?
    /// The password; the protocol allows it only with a user name.
    package var password: String?
    /// The last will; `nil` for none.
    package var will: Will?

    /// Creates the content of a packet.
    package init(
        clientID: String,
        isCleanSession: Bool = false,
        keepAliveSeconds: UInt16 = 60,
        user: String? = nil,
        password: String? = nil,
        will: Will? = nil
    ) {
        self.clientID = clientID
        self.isCleanSession = isCleanSession
        self.keepAliveSeconds = keepAliveSeconds
        self.user = user
        self.password = password
        self.will = will
    }
}

/// The content of a PUBLISH packet (section 3.3).
package struct MQTTPublish: Sendable, Hashable {
    /// The topic.
    package var topic: String
    /// The content.
    package var payload: [UInt8]
    /// The packet id of a message with quality of service 1; `nil` for quality of service 0.
    package var id: UInt16?
    /// Whether the server keeps the message for later subscribers; an empty one deletes it.
    package var isRetained: Bool
    /// Whether the message may have been sent before.
    package var isDuplicate: Bool

    /// Creates the content of a packet.
    package init(
        topic: String,
        payload: [UInt8],
        id: UInt16?,
        isRetained: Bool = false,
        isDuplicate: Bool = false
    ) {
        self.topic = topic
        self.payload = payload
        self.id = id
        self.isRetained = isRetained
        self.isDuplicate = isDuplicate
    }
}

import NIOCore
package import NIOSSL

/// Delivers messages to an MQTT broker with quality of service 1, and keeps the connection open.
///
/// The availability topic is `online` while it is connected. The broker itself sets it to `offline`
/// when the connection is lost.
package actor MQTTSink: PublishSink {
    /// The configuration of a broker.
    package struct Configuration: Sendable {
        /// The broker's address.
        package var endpoint: MQTTEndpoint
        /// The configuration for an encrypted endpoint.
        package var tls: NIOSSLContext?
        /// The password; `nil` for none.
        package var password: String?
        /// The topics of the device.
        package var topics: PublishTopics
        /// Whether to send the entities again when Home Assistant starts.
        package var followsHomeAssistant: Bool

        /// Creates a configuration.
        package init(
            endpoint: MQTTEndpoint,
            tls: NIOSSLContext? = nil,
            password: String? = nil,
            topics: PublishTopics,
            followsHomeAssistant: Bool = true
        ) {
            self.endpoint = endpoint
            self.tls = tls
            self.password = password
            self.topics = topics
            self.followsHomeAssistant = followsHomeAssistant
        }
    }

    /// The packet id of the availability messages; those of the queue are lower.
    private static let availabilityID: UInt16 = MQTTSession.subscriptionID - 1

    package nonisolated let name = "mqtt"
    package nonisolated let batchLimit = 50
    package nonisolated let events: AsyncStream<SinkEvent>

    private nonisolated let announce: AsyncStream<SinkEvent>.Continuation
    private let configuration: Configuration
    private var connection: MQTTConnection?
    private var isClosed = false

    /// Creates a sink without a connection.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        (events, announce) = AsyncStream.makeStream(
            of: SinkEvent.self,
            bufferingPolicy: .bufferingNewest(16)
        )
    }

    /// Connects to the broker and sets the availability to `online`.
    package func connect() async -> SinkConnection {
        do {
            guard connection == nil else { return .ready(isNew: false) }
            let connection = try await open()
            // A broker without this client's session may have been restarted without its messages.
            return .ready(isNew: !connection.isSessionPresent)
        } catch let error as MQTTError {
            return Task.isCancelled ? .stopped : .failed(error.message)
        } catch {
            return .stopped
        }
    }

    /// Publishes messages and waits for their acknowledgements.
    package func deliver(_ messages: [PublishMessage]) async -> DeliveryResult {
        guard let connection else {
            return DeliveryResult(
                delivered: 0,
                end: .failed(MQTTError.closed.message, retryAfter: nil)
            )
        }
        let sendable = messages.prefix { Self.canSend($0) }
        let (delivered, error) = await connection.publish(sendable.map { Self.packet($0) })
        if let error {
            self.connection = nil
            connection.abort()
            if Task.isCancelled { return DeliveryResult(delivered: delivered, end: .stopped) }
            return DeliveryResult(
                delivered: delivered,
                end: .failed(error.message, retryAfter: nil)
            )
        }
        guard sendable.count == messages.count else {
            return DeliveryResult(
                delivered: delivered,
                end: .refused("The message is larger than MQTT packets may be here.")
            )
        }
        return DeliveryResult(delivered: delivered, end: .complete)
    }

    /// Sets the availability to `offline` and disconnects.
    package func close() async {
        isClosed = true
        announce.finish()
        guard let connection else { return }
        self.connection = nil
        await connection.close(after: availability("offline"))
    }

    /// Ends the connection as a crash of the process would.
    package func abort() {
        connection?.abort()
        connection = nil
    }

    private func open() async throws -> MQTTConnection {
        let topics = configuration.topics
        let announce = announce
        let connection = try await MQTTConnection.open(
            configuration.endpoint,
            tls: configuration.tls,
            connect: MQTTConnect(
                clientID: "trendy-\(topics.device)",
                user: configuration.endpoint.user,
                password: configuration.endpoint.user == nil ? nil : configuration.password,
                will: .init(topic: topics.availability, payload: Array("offline".utf8))
            ),
            filter: configuration.followsHomeAssistant ? PublishTopics.homeAssistantStatus : nil
        ) { message in
            if message.payload == Array("online".utf8) { announce.yield(.lostRetainedMessages) }
        }
        guard !isClosed else {
            await connection.close()
            throw CancellationError()
        }
        let (_, error) = await connection.publish([availability("online")])
        if let error {
            connection.abort()
            throw error
        }
        self.connection = connection
        connection.closed.whenComplete { [weak self] _ in
            // Owned by the actor's mailbox: it only forgets the connection.
            Task { await self?.lost(connection) }
        }
        return connection
    }

    private func lost(_ ended: MQTTConnection) {
        guard connection === ended else { return }
        connection = nil
        announce.yield(.disconnected)
    }

    private func availability(_ state: String) -> MQTTPublish {
        MQTTPublish(
            topic: configuration.topics.availability,
            payload: Array(state.utf8),
            id: Self.availabilityID,
            isRetained: true
        )
    }

    /// Whether a message fits into a packet, with a margin for its header.
    private static func canSend(_ message: PublishMessage) -> Bool {
        message.topic.utf8.count + message.payload.count + 16 <= MQTTPacket.maximumBytes
    }

    /// The packet of a message; an attempt after a crash has the same packet id.
    private static func packet(_ message: PublishMessage) -> MQTTPublish {
        let ids = Int64(availabilityID - 1)
        return MQTTPublish(
            topic: message.topic,
            payload: message.payload,
            id: UInt16((message.sequence - 1) % ids) + 1,
            isRetained: message.isRetained,
            isDuplicate: message.attempts > 0
        )
    }
}

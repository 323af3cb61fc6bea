package import TrendyModel

/// A message that waits for its delivery to a sink.
package struct PublishMessage: Sendable, Hashable {
    /// What a message is about.
    package enum Kind: String, Sendable, CaseIterable {
        /// The description of an entity for Home Assistant.
        case discovery
        /// A metric's current value.
        case metric
        /// The current state of a place.
        case place
        /// A change of a visit.
        case visit

        /// Whether a newer message of the topic replaces a waiting one.
        var coalesces: Bool { self != .visit }
    }

    /// The position in the queue, from 1.
    package let sequence: Int64
    /// The id, the same in every attempt.
    package let id: EntityID
    /// What it is about.
    package let kind: Kind
    /// The topic; for MQTT the whole one.
    package let topic: String
    /// The content; empty to delete a retained message.
    package let payload: [UInt8]
    /// Whether a broker keeps it for later subscribers.
    package let isRetained: Bool
    /// When it was queued.
    package let createdAt: Instant
    /// The number of earlier attempts.
    package let attempts: Int64
}

/// The content that a topic has to have.
package struct TopicState: Sendable, Hashable {
    /// What it is about.
    package var kind: PublishMessage.Kind
    /// The topic; for MQTT the whole one.
    package var topic: String
    /// The content.
    package var payload: [UInt8]
    /// Whether a broker keeps it for later subscribers.
    package var isRetained: Bool

    /// Creates the state of a topic.
    package init(
        kind: PublishMessage.Kind,
        topic: String,
        payload: [UInt8],
        isRetained: Bool = true
    ) {
        self.kind = kind
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}

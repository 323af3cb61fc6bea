package import TrendyModel

/// The changes of the queue that follow from the device's data, applied in one transaction.
package struct PublishPlan: Sendable, Equatable {
    /// The content of each sink's topics; a topic that is missing here is deleted.
    package var states: [Sink] = []
    /// The visits to remember as published.
    package var visits: [PublishedVisit] = []
    /// The visits to forget.
    package var forgottenVisits: [EntityID] = []
    /// Up to when the visits of the device have been read.
    package var cursor: PublishCursor

    /// The content of a sink.
    package struct Sink: Sendable, Equatable {
        /// The sink's name.
        package var name: String
        /// The content of its topics, in the order in which changes are sent.
        package var topics: [TopicState]
        /// The changes of visits, in order, to send once.
        package var visits: [TopicState]

        /// Creates the content of a sink.
        package init(name: String, topics: [TopicState], visits: [TopicState]) {
            self.name = name
            self.topics = topics
            self.visits = visits
        }
    }

    /// Creates a plan without changes.
    package init(cursor: PublishCursor) {
        self.cursor = cursor
    }
}

/// The position of publishing in the device's data.
package struct PublishCursor: Sendable, Hashable {
    /// The device whose data was read.
    package var device: EntityID
    /// When publishing began: earlier visits are not published.
    package var startedAt: Instant
    /// When the device's data was read last.
    package var scannedAt: Instant

    /// How long before the last read a visit may have begun that arrives or changes later, for
    /// example from a phone that was offline.
    package static let lookback = Duration.seconds(30 * 86_400)

    /// Creates a cursor.
    package init(device: EntityID, startedAt: Instant, scannedAt: Instant) {
        self.device = device
        self.startedAt = startedAt
        self.scannedAt = scannedAt
    }

    /// The start of the earliest visit to read.
    package var horizon: Instant { scannedAt - Self.lookback }
}

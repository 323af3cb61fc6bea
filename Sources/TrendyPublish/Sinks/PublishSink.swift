/// A receiver of messages outside of Trendy.
package protocol PublishSink: Sendable {
    /// The name in the queue.
    var name: String { get }
    /// The maximum number of messages of one attempt.
    var batchLimit: Int { get }
    /// What happens between the attempts; ends when the sink is closed.
    var events: AsyncStream<SinkEvent> { get }

    /// Connects unless it is connected.
    func connect() async -> SinkConnection

    /// Delivers messages in order, after ``connect()``.
    ///
    /// Ends early when the task is cancelled.
    func deliver(_ messages: [PublishMessage]) async -> DeliveryResult

    /// Ends the connection in order.
    func close() async
}

/// The state of a sink's connection.
package enum SinkConnection: Sendable, Hashable {
    /// Messages can be delivered.
    ///
    /// - `isNew`: whether the receiver may lack the retained messages of earlier connections.
    case ready(isNew: Bool)
    /// It cannot connect now, for a reason.
    case failed(String)
    /// The task was cancelled.
    case stopped
}

/// What happens to a sink between attempts.
package enum SinkEvent: Sendable, Hashable {
    /// The connection was lost.
    case disconnected
    /// The receiver does not have the retained messages any more.
    case lostRetainedMessages
}

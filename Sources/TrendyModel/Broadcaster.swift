import Synchronization

/// Notifies listeners of changes by topic, within one process.
///
/// A notification has no content, and several notifications can coalesce into one.
package final class Broadcaster<Topic: Hashable & Sendable>: Sendable {
    /// A subscription to a topic.
    ///
    /// Call ``stop()`` when it is not needed any more.
    package struct Listener: Sendable {
        /// The notifications.
        package let events: AsyncStream<Void>
        fileprivate let continuation: AsyncStream<Void>.Continuation
        fileprivate let id: Int
        fileprivate let topic: Topic
        fileprivate let owner: Broadcaster

        /// Notifies only this listener.
        package func wake() { continuation.yield() }

        /// Ends the subscription.
        package func stop() {
            continuation.finish()
            owner.remove(id, of: topic)
        }
    }

    private struct Listeners {
        var next = 0
        var byTopic: [Topic: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// Creates a broadcaster without listeners.
    package init() {}

    /// The number of listeners of a topic.
    package func count(of topic: Topic) -> Int {
        listeners.withLock { $0.byTopic[topic]?.count ?? 0 }
    }

    /// Subscribes to a topic.
    package func listen(to topic: Topic) -> Listener {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = listeners.withLock { listeners in
            listeners.next += 1
            listeners.byTopic[topic, default: [:]][listeners.next] = continuation
            return listeners.next
        }
        return Listener(
            events: stream,
            continuation: continuation,
            id: id,
            topic: topic,
            owner: self
        )
    }

    /// Notifies the listeners of a topic.
    package func changed(_ topic: Topic) {
        let waiting = listeners.withLock { $0.byTopic[topic].map { Array($0.values) } ?? [] }
        for continuation in waiting { continuation.yield() }
    }

    private func remove(_ id: Int, of topic: Topic) {
        listeners.withLock { listeners in
            listeners.byTopic[topic]?[id] = nil
            if listeners.byTopic[topic]?.isEmpty == true { listeners.byTopic[topic] = nil }
        }
    }
}

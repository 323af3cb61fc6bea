import TrendyModel
import TrendyStore

/// Server-sent events: one after each commit to the viewer's database, and a comment now and then,
/// so that proxies keep the connection.
///
/// Source: [HTML, server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html).
struct LiveStream: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    /// The time between two comments.
    static let heartbeat = Duration.seconds(15)

    private static let change = Array("event: change\ndata: \n\n".utf8)

    private let context: PageContext

    init(_ context: PageContext) {
        self.context = context
    }

    func makeAsyncIterator() -> AsyncThrowingStream<[UInt8], any Error>.Iterator {
        stream().makeAsyncIterator()
    }

    private func stream() -> AsyncThrowingStream<[UInt8], any Error> {
        // Changes while the client is slow are one event: the page is fetched as a whole.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let context = context
            let listener = context.store.commits()
            // Owned by the stream: it ends with it.
            let task = Task {
                continuation.yield(Array("retry: 1000\n\n".utf8))
                await withDiscardingTaskGroup { group in
                    group.addTask {
                        for await _ in listener.events {
                            continuation.yield(Self.change)
                        }
                        // The database was closed: the browser connects again.
                        continuation.finish()
                    }
                    group.addTask {
                        await context.viewer.untilSignedOut()
                        continuation.finish()
                    }
                    group.addTask {
                        // Ends only because the task is cancelled.
                        while (try? await context.dependencies.clock.sleep(for: Self.heartbeat))
                            != nil
                        {
                            let result = continuation.yield(Array(": \n\n".utf8))
                            // A comment must not take the place of a change that is not sent yet.
                            if case .dropped(let lost) = result, lost == Self.change {
                                continuation.yield(lost)
                            }
                        }
                    }
                }
            }
            continuation.onTermination = { _ in
                task.cancel()
                listener.stop()
            }
        }
    }
}

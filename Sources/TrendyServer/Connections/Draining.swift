import ServiceLifecycle
import Synchronization
import TrendyModel

/// The state of a server that is about to stop: it is not ready any more, and still serves.
///
/// In this time a proxy notices, by `GET /ready`, that it has to send requests elsewhere. Then the
/// streams end, whose clients connect again.
final class Draining: Sendable {
    private enum Topic: Hashable { case streams }

    private struct State {
        var isDraining = false
        var endsStreams = false
    }

    private let state = Mutex(State())
    private let changes = Broadcaster<Topic>()

    /// Whether the server is about to stop.
    var isDraining: Bool { state.withLock(\.isDraining) }

    /// Whether streams have to end.
    var endsStreams: Bool { state.withLock(\.endsStreams) }

    /// Makes the server not ready.
    func begin() { state.withLock { $0.isDraining = true } }

    /// Ends the streams.
    func endStreams() {
        state.withLock { $0.endsStreams = true }
        changes.changed(.streams)
    }

    /// Waits until streams have to end, or the task is cancelled.
    func untilStreamsEnd() async {
        let listener = changes.listen(to: .streams)
        defer { listener.stop() }
        guard !endsStreams else { return }
        for await _ in listener.events where endsStreams { return }
    }
}

/// Drains the server at a graceful shutdown, before the listener stops.
struct DrainService: Service {
    let draining: Draining
    /// The time in which proxies notice that the server is not ready.
    let time: Duration
    let clock: any Clock<Duration>

    func run() async throws {
        // Cancelled: the server stops at once.
        try? await gracefulShutdown()
        draining.begin()
        try? await clock.sleep(for: time)
        draining.endStreams()
    }
}

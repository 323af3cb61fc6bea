import Synchronization

@testable import TrendyPublish

/// A sink in memory whose answers a test scripts.
final class RecordingSink: PublishSink {
    let name = "mqtt"
    let batchLimit: Int
    let events: AsyncStream<SinkEvent>
    private let continuation: AsyncStream<SinkEvent>.Continuation

    private struct State {
        var delivered: [String] = []
        var attempts = 0
        var isDown = false
        var isNew = false
        var isClosed = false
    }

    private let state = Mutex(State())

    init(batchLimit: Int = 10) {
        self.batchLimit = batchLimit
        (events, continuation) = AsyncStream.makeStream(of: SinkEvent.self)
    }

    /// The payloads that arrived.
    var delivered: [String] { state.withLock { $0.delivered } }
    /// The number of attempts to connect.
    var attempts: Int { state.withLock { $0.attempts } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether no connection succeeds.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }
    /// Whether the next connection finds a receiver without retained messages.
    func forget() { state.withLock { $0.isNew = true } }
    /// Reports an event.
    func announce(_ event: SinkEvent) { continuation.yield(event) }

    func connect() async -> SinkConnection {
        state.withLock { state in
            state.attempts += 1
            if state.isDown { return .failed("down") }
            defer { state.isNew = false }
            return .ready(isNew: state.isNew)
        }
    }

    func deliver(_ messages: [PublishMessage]) async -> DeliveryResult {
        state.withLock { state in
            guard !state.isDown else {
                return DeliveryResult(delivered: 0, end: .failed("down", retryAfter: nil))
            }
            state.delivered += messages.map { String(decoding: $0.payload, as: UTF8.self) }
            return DeliveryResult(delivered: messages.count, end: .complete)
        }
    }

    func close() async {
        state.withLock { $0.isClosed = true }
        continuation.finish()
    }
}

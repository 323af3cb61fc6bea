import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TrendyModel
import TrendyWire

/// `GET /changes/stream`: notifies a device of new changes with server-sent events.
///
/// The stream begins with the account's newest cursor, so that no change is missed between a pull
/// and the stream. It ends before the access token expires, and when the session ends: the session
/// is looked up at each notification and each heartbeat. The heartbeat also reads the cursor, so that
/// a change whose notification was lost is sent with it. It also ends before the server stops.
struct ChangeStreamRoute: Sendable {
    /// The maximum duration of a stream without changes.
    static let longestSilence = Duration.seconds(900)

    let store: any ServerStore
    let clock: any Clock<Duration>
    /// The interval of comments that keep an idle stream alive.
    let heartbeat: Duration
    /// The budget of open streams.
    private let streams: AccountBudget
    private let metrics: ServerMetrics
    private let draining: Draining

    init(
        store: any ServerStore,
        clock: any Clock<Duration>,
        heartbeat: Duration,
        limits: WorkLimits,
        metrics: ServerMetrics,
        draining: Draining
    ) {
        self.metrics = metrics
        self.draining = draining
        self.store = store
        self.clock = clock
        self.heartbeat = heartbeat
        streams = AccountBudget(
            name: "open change streams",
            perAccount: limits.streamsPerAccount,
            total: limits.streams,
            retryAfter: 60
        )
    }

    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let identity = try context.signedIn
        let account = identity.account
        let stream = try streams.reserve(for: account)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                let listener = store.changeBus.listen(to: account)
                metrics.add(.changeStreams, 1)
                defer {
                    metrics.add(.changeStreams, -1)
                    listener.stop()
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await sendHeartbeats(listener, clock) }
                    group.addTask { [draining] in
                        await draining.untilStreamsEnd()
                        listener.wake()
                    }
                    try await send(listener.events, of: identity, to: &writer)
                    group.cancelAll()
                }
                try await writer.finish(nil)
                withExtendedLifetime(stream) {}
            }
        )
    }

    private func sendHeartbeats(
        _ listener: Broadcaster<EntityID>.Listener,
        _ clock: some Clock<Duration>
    ) async throws {
        while true {
            try await clock.sleep(for: heartbeat)
            listener.wake()
        }
    }

    /// Writes the newest cursor at each notification, and a comment when nothing has changed.
    private func send(
        _ events: AsyncStream<Void>,
        of identity: TrendyRequestContext.Identity,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let account = identity.account
        var silence = Duration.zero
        var sent = try await store.latestCursor(account: account)
        try await writer.write(event(sent))
        for await _ in events.cancelOnGracefulShutdown() {
            if draining.endsStreams {
                // The time to wait before the client connects again, in milliseconds.
                return try await writer.write(ByteBuffer(string: "retry: 100\n\n"))
            }
            guard try await store.isLive(identity) else {
                return
            }
            let cursor = try await store.latestCursor(account: account)
            if cursor != sent {
                try await writer.write(event(cursor))
                sent = cursor
            } else {
                silence += heartbeat
                guard silence < Self.longestSilence else { return }
                try await writer.write(ByteBuffer(string: ":\n\n"))
            }
        }
    }

    private func event(_ cursor: Cursor) -> ByteBuffer {
        var writer = JSONWriter()
        writer.raw("event: change\ndata: {\"cursor\":")
        writer.string(cursor.description)
        writer.raw("}\n\n")
        return ByteBuffer(bytes: writer.bytes)
    }
}

import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TrendyModel
import TrendyWire

/// `GET /changes/stream`: tells a device that there is something to pull, as server-sent events.
///
/// It begins with the account's newest cursor, so that nothing is missed between a pull and the
/// stream. It ends before the access token does, and when the session ends: the session is looked
/// up at each notice and each heartbeat.
struct ChangeStreamRoute: Sendable {
    /// A stream ends after so long without news, all in all.
    static let longestSilence = Duration.seconds(900)

    let store: any ServerStore
    let clock: any Clock<Duration>
    /// The time after which something is sent even when nothing has changed.
    let heartbeat: Duration
    /// The open streams.
    private let streams: AccountBudget

    init(
        store: any ServerStore,
        clock: any Clock<Duration>,
        heartbeat: Duration,
        limits: WorkLimits
    ) {
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
                let listener = store.notices.listen(to: account)
                defer { listener.stop() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await beat(listener, clock) }
                    try await send(listener.notices, of: identity, to: &writer)
                    group.cancelAll()
                }
                try await writer.finish(nil)
                withExtendedLifetime(stream) {}
            }
        )
    }

    private func beat(
        _ listener: Broadcaster<EntityID>.Listener,
        _ clock: some Clock<Duration>
    ) async throws {
        while true {
            try await clock.sleep(for: heartbeat)
            listener.wake()
        }
    }

    /// Writes the newest cursor at each notice, and a comment when there is nothing new.
    private func send(
        _ notices: AsyncStream<Void>,
        of identity: TrendyRequestContext.Identity,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let account = identity.account
        var silence = Duration.zero
        var told = try await store.latestVersion(account: account)
        try await writer.write(event(told))
        for await _ in notices.cancelOnGracefulShutdown() {
            guard try await store.isLive(session: identity.session, account: account) else {
                return
            }
            let version = try await store.latestVersion(account: account)
            if version != told {
                try await writer.write(event(version))
                told = version
            } else {
                silence += heartbeat
                guard silence < Self.longestSilence else { return }
                try await writer.write(ByteBuffer(string: ":\n\n"))
            }
        }
    }

    private func event(_ version: Int64) -> ByteBuffer {
        var writer = JSONWriter()
        writer.raw("event: change\ndata: {\"cursor\":")
        writer.string(Cursor(epoch: store.epoch, version: version).description)
        writer.raw("}\n\n")
        return ByteBuffer(bytes: writer.bytes)
    }
}

import Synchronization
public import TrendyModel
public import TrendyWire

/// Tells when the server has something new, as long as it is listened to.
public protocol ChangeFeed: Sendable {
    /// Calls `onChange` with the account's newest cursor, at once and after each change, and returns
    /// when the server ends the stream; throws ``SyncFailure`` when it breaks.
    func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws
}

/// Follows a server's changes as they happen, and has them fetched.
///
/// While nothing can be followed, the scheduler's pulls go on without it.
public struct ChangeFollower: Sendable {
    /// The pause after a stream broke; it doubles with each that brings nothing.
    static let firstPause = Duration.seconds(1)
    /// The longest such pause.
    static let maximumPause = Duration.seconds(60)

    private let feed: any ChangeFeed
    private let scheduler: SyncScheduler
    private let dependencies: Dependencies

    /// A follower of a server's changes, which a scheduler fetches.
    public init(
        feed: any ChangeFeed,
        scheduler: SyncScheduler,
        dependencies: Dependencies
    ) {
        self.feed = feed
        self.scheduler = scheduler
        self.dependencies = dependencies
    }

    /// Follows until the task is cancelled.
    public func run() async {
        var pause = Self.firstPause
        while !Task.isCancelled {
            let failure = await follow(after: &pause)
            let wait = max(pause, failure?.retryAfter ?? .zero)
            let jitter = Int64(dependencies.random.next() % 201) - 100
            do {
                try await dependencies.clock.sleep(for: wait + wait / 1000 * Int(jitter))
            } catch {
                // Cancelled, or the clock has come to its end.
                return
            }
            pause = min(pause * 2, Self.maximumPause)
        }
    }

    /// Whether a stream has brought something.
    private final class Opening: Sendable {
        let isOpen = Atomic(false)
    }

    /// One stream, until it ends or none may be open any more; `pause` becomes short again once it brings something.
    private func follow(after pause: inout Duration) async -> SyncFailure? {
        guard await scheduler.allowsStreams else { return nil }
        let opening = Opening()
        defer { if opening.isOpen.load(ordering: .relaxed) { pause = Self.firstPause } }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [feed, scheduler] in
                    try await feed.follow { cursor in
                        opening.isOpen.store(true, ordering: .relaxed)
                        await scheduler.fetchChanges(upTo: cursor)
                    }
                }
                group.addTask { [scheduler] in await scheduler.untilStreamsEnd() }
                try await group.next()
                group.cancelAll()
            }
            return nil
        } catch {
            return error as? SyncFailure
        }
    }
}

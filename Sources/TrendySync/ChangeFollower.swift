import Synchronization
package import TrendyModel
package import TrendyWire

/// A stream of the server's change notifications.
package protocol ChangeFeed: Sendable {
    /// Calls `onChange` with the account's newest cursor, at once and after each change. Returns
    /// when the server ends the stream, and throws ``SyncFailure`` when the connection breaks.
    func follow(_ onChange: @Sendable (Cursor) async throws -> Void) async throws
}

/// Listens to the server's changes and requests a sync for each.
///
/// While no stream can be open, the scheduler's periodic pulls continue.
package struct ChangeFollower: Sendable {
    /// The pause after a broken stream; it doubles with each stream that delivered nothing.
    static let firstPause = Duration.seconds(1)
    /// The maximum pause.
    static let maximumPause = Duration.seconds(60)

    private let feed: any ChangeFeed
    private let scheduler: SyncScheduler
    private let dependencies: Dependencies

    /// Creates a follower that requests syncs from a scheduler.
    package init(
        feed: any ChangeFeed,
        scheduler: SyncScheduler,
        dependencies: Dependencies
    ) {
        self.feed = feed
        self.scheduler = scheduler
        self.dependencies = dependencies
    }

    /// Follows the server's changes until the task is cancelled.
    package func run() async {
        var pause = Self.firstPause
        while !Task.isCancelled {
            let failure = await follow(after: &pause)
            let wait = max(pause, failure?.retryAfter ?? .zero)
            let jitter = Int64(dependencies.random.next() % 201) - 100
            do {
                try await dependencies.clock.sleep(for: wait + wait / 1000 * Int(jitter))
            } catch {
                // The task was cancelled, or the clock has stopped.
                return
            }
            pause = min(pause * 2, Self.maximumPause)
        }
    }

    /// Records whether a stream has delivered anything.
    private final class StreamState: Sendable {
        let isOpen = Atomic(false)
    }

    /// Follows one stream until it ends or streams are no longer allowed.
    ///
    /// Resets `pause` once the stream delivers something.
    private func follow(after pause: inout Duration) async -> SyncFailure? {
        guard await scheduler.allowsStreams else { return nil }
        let stream = StreamState()
        defer { if stream.isOpen.load(ordering: .relaxed) { pause = Self.firstPause } }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [feed, scheduler] in
                    try await feed.follow { cursor in
                        stream.isOpen.store(true, ordering: .relaxed)
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

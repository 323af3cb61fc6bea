public import TrendyModel
public import TrendyStore

/// The state of sync in one value: what the database says, and how far the run under way is.
public struct SyncStatus: Sendable, Equatable {
    /// What keeps sync from getting on.
    public enum Blocker: Sendable, Equatable {
        /// Nobody has signed in on this device.
        case notSignedIn
        /// The session has ended.
        case needsSignIn
        /// The app is too old for the server.
        case needsUpgrade
        /// The server cannot be reached.
        case offline
        /// Something else answers in the server's place, such as a network's sign-in page.
        case notTrendy
        /// The server asks to wait.
        case busy
        /// The last run had no time for everything.
        case timedOut
        /// Anything else, in words for people.
        case trouble(String)
    }

    /// What the database says.
    public var queue: QueueStatus
    /// The age of the oldest mutation that waits.
    public var oldestPendingAge: Duration?
    /// How far the run that is under way has come; `nil` when none is.
    public var progress: SyncProgress?
    /// What keeps sync from getting on; gone once a run ends well.
    public var blocker: Blocker?
    /// How long until what waits is tried again, as far as something keeps it back.
    public var nextTry: Duration?

    /// A status at a time.
    ///
    /// - Parameters:
    ///   - queue: what the database says.
    ///   - now: the time.
    ///   - isSignedIn: whether there is a session.
    ///   - progress: how far the run that is under way has come.
    public init(
        queue: QueueStatus,
        now: Instant,
        isSignedIn: Bool = true,
        progress: SyncProgress? = nil
    ) {
        self.queue = queue
        self.progress = progress
        oldestPendingAge = queue.oldestPending.map { max(.zero, now - $0) }
        blocker = isSignedIn ? Self.blocker(of: queue) : .notSignedIn
        let wait = max(
            queue.nextAttempt.map { $0 - now } ?? .zero,
            max(queue.serverWait(at: now), queue.pause(at: now))
        )
        // Without a network there is no such time.
        let isTried = queue.pending > queue.blocked && !Self.isSkipped(queue)
        nextTry = isTried && wait > .zero ? wait : nil
    }

    /// Whether this device has all that the server had when it last asked, and the server all that
    /// was recorded here.
    public var isCaughtUp: Bool {
        blocker == nil && queue.cursor != nil && queue.pending + queue.failed + queue.stale == 0
    }

    /// Whether the last run was not begun, for want of a network.
    private static func isSkipped(_ queue: QueueStatus) -> Bool {
        queue.lastFailure == SyncRun.Outcome.skipped.rawValue
    }

    private static func blocker(of queue: QueueStatus) -> Blocker? {
        guard let error = queue.lastError else { return nil }
        if queue.lastFailure == SyncRun.Outcome.partial.rawValue { return .timedOut }
        if isSkipped(queue) { return .offline }
        return Blocker(
            code: queue.lastFailure.flatMap { SyncFailure.Code(rawValue: $0) },
            message: error
        )
    }
}

extension SyncStatus.Blocker {
    /// What a failure is to a person; `nil` is a failure of no known kind.
    public init(code: SyncFailure.Code?, message: String) {
        self =
            switch code {
            case .needsSignIn: .needsSignIn
            case .upgradeRequired: .needsUpgrade
            case .offline: .offline
            case .notTrendy: .notTrendy
            case .busy: .busy
            case .cursorExpired, .refused, .malformedAnswer, nil: .trouble(message)
            }
    }
}

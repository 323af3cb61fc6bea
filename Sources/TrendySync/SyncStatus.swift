public import TrendyModel
public import TrendyStore

/// The state of sync: the status in the database, and the progress of the current run.
public struct SyncStatus: Sendable, Equatable {
    /// The reason why sync does not progress.
    public enum Blocker: Sendable, Equatable {
        /// Not signed in on this device.
        case notSignedIn
        /// The session has ended.
        case needsSignIn
        /// The app is too old for the server.
        case needsUpgrade
        /// The server cannot be reached.
        case offline
        /// Something else answers instead of the server, such as a captive portal.
        case notTrendy
        /// The server asks to wait.
        case busy
        /// The last run had too little time.
        case timedOut
        /// Another failure.
        case failure(FailureReason)
    }

    /// The status in the database.
    public var queue: QueueStatus
    /// The age of the oldest pending mutation.
    public var oldestPendingAge: Duration?
    /// The progress of the current run; `nil` when none is running.
    public var progress: SyncProgress?
    /// The reason why sync does not progress; `nil` after a successful run.
    public var blocker: Blocker?
    /// The time until postponed mutations are retried; `nil` when none is postponed.
    public var nextTry: Duration?

    /// Creates a status.
    ///
    /// - Parameters:
    ///   - queue: the status in the database.
    ///   - now: the current time.
    ///   - isSignedIn: whether there is a session.
    ///   - isOnline: whether the device has a network connection; `nil` when unknown.
    ///   - progress: the progress of the current run.
    public init(
        queue: QueueStatus,
        now: Instant,
        isSignedIn: Bool = true,
        isOnline: Bool? = nil,
        progress: SyncProgress? = nil
    ) {
        self.queue = queue
        self.progress = progress
        oldestPendingAge = queue.oldestPending.map { max(.zero, now - $0) }
        blocker = isSignedIn ? Self.blocker(of: queue, isOnline: isOnline) : .notSignedIn
        let wait = max(
            queue.nextAttempt.map { $0 - now } ?? .zero,
            max(queue.serverWait(at: now), queue.pause(at: now))
        )
        // Without a network, no time is known.
        let isOffline = isOnline.map { !$0 } ?? Self.isSkipped(queue)
        let isTried = queue.pending > queue.blocked && !isOffline
        nextTry = isTried && wait > .zero ? wait : nil
    }

    /// The number of mutations that need a decision of the person.
    public var failedMutations: Int { queue.failed + queue.stale }

    /// Whether, as of the last run, device and server have all of each other's changes.
    public var isCaughtUp: Bool {
        blocker == nil && queue.cursor != nil && queue.pending + queue.failed + queue.stale == 0
    }

    /// Whether the last run was skipped because the device was offline.
    private static func isSkipped(_ queue: QueueStatus) -> Bool {
        queue.lastFailure == SyncRun.Outcome.skipped.rawValue
    }

    private static func blocker(of queue: QueueStatus, isOnline: Bool?) -> Blocker? {
        let last = lastBlocker(of: queue, isOnline: isOnline)
        // Without a network, only what the person has to do anyway is more important.
        guard isOnline == false, last != .needsSignIn, last != .needsUpgrade else { return last }
        return .offline
    }

    /// The blocker of the last run.
    private static func lastBlocker(of queue: QueueStatus, isOnline: Bool?) -> Blocker? {
        guard let error = queue.lastError else { return nil }
        if queue.lastFailure == SyncRun.Outcome.partial.rawValue { return .timedOut }
        // With a network again, a run that was skipped without one is no blocker any more.
        if isSkipped(queue) { return isOnline == true ? nil : .offline }
        return Blocker(
            code: queue.lastFailure.flatMap { SyncFailure.Code(rawValue: $0) },
            reason: error
        )
    }
}

extension SyncStatus.Blocker {
    /// Converts a failure code to a blocker; `nil` is an unknown failure.
    package init(code: SyncFailure.Code?, reason: FailureReason) {
        self =
            switch code {
            case .needsSignIn: .needsSignIn
            case .upgradeRequired: .needsUpgrade
            case .offline: .offline
            case .notTrendy: .notTrendy
            case .busy: .busy
            case .cursorExpired, .refused, .malformedAnswer, nil: .failure(reason)
            }
    }
}

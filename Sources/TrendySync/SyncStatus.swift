public import TrendyModel
public import TrendyStore

/// The state of sync in one value: what the database says, and how far the run under way is.
public struct SyncStatus: Sendable, Equatable {
    /// What keeps sync from getting on.
    public enum Obstacle: Sendable, Equatable {
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
        case outOfTime
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
    public var obstacle: Obstacle?
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
        obstacle = isSignedIn ? Self.obstacle(of: queue) : .notSignedIn
        let wait = max(queue.nextAttempt.map { $0 - now } ?? .zero, queue.serverWait(at: now))
        nextTry = queue.pending > queue.blocked && wait > .zero ? wait : nil
    }

    /// Whether this device has all that the server had when it last asked, and the server all that
    /// was recorded here.
    public var isCaughtUp: Bool {
        obstacle == nil && queue.cursor != nil && queue.pending + queue.failed + queue.stale == 0
    }

    private static func obstacle(of queue: QueueStatus) -> Obstacle? {
        guard let error = queue.lastError else { return nil }
        if queue.lastFailure == SyncRun.Outcome.partial.rawValue { return .outOfTime }
        return switch queue.lastFailure.flatMap({ SyncFailure.Code(rawValue: $0) }) {
        case .needsSignIn: .needsSignIn
        case .upgradeRequired: .needsUpgrade
        case .offline: .offline
        case .notTrendy: .notTrendy
        case .busy: .busy
        case .cursorExpired, .refused, .malformedAnswer, nil: .trouble(error)
        }
    }

    /// What a person should read.
    public var words: String {
        var parts: [String] = []
        if let progress { parts.append(Self.words(for: progress)) }
        if let obstacle { parts.append(Self.words(for: obstacle)) }
        if queue.pending > 0 {
            let wait = nextTry.map { ", next try in \(Self.words(for: $0))" } ?? ""
            parts.append("\(waitingWords)\(wait).")
        }
        let undecided = queue.failed + queue.stale
        if undecided > 0 {
            parts.append(
                "\(Self.count(undecided, "change")) could not be sent and "
                    + "\(undecided == 1 ? "needs" : "need") you."
            )
        }
        if queue.blocked > 0 {
            parts.append("\(queue.blocked) of those that wait, wait behind them.")
        }
        if queue.quarantined > 0 {
            parts.append(
                "\(Self.count(queue.quarantined, "change")) of another device "
                    + "\(queue.quarantined == 1 ? "needs" : "need") a newer app to be shown."
            )
        }
        if queue.drift != nil {
            parts.append("This device and the server differ; the diagnosis tells how.")
        }
        if queue.conflicts > 0 {
            parts.append("\(Self.count(queue.conflicts, "conflict")) to look at.")
        }
        if obstacle != nil {
            parts.append("Everything is saved on this device.")
        } else if queue.cursor == nil {
            parts.append("Not synced with a server yet.")
        } else if queue.pending + undecided == 0, progress == nil {
            parts.insert("Everything is synced.", at: 0)
        }
        return parts.joined(separator: " ")
    }

    private var waitingWords: String {
        let noun = queue.pendingEvents == queue.pending ? "event" : "change"
        return "\(Self.count(queue.pending, noun)) waiting"
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func words(for progress: SyncProgress) -> String {
        switch progress {
        case .bootstrapping(let received, let total):
            total > 0 ? "Reading everything: \(received) of \(total)." : "Reading everything."
        case .pushing(let done, let total): "Sending: \(done) of \(total)."
        case .pulling(let received): received == 0 ? "Looking for news." : "Received \(received)."
        }
    }

    private static func words(for obstacle: Obstacle) -> String {
        switch obstacle {
        case .notSignedIn: "Not signed in."
        case .needsSignIn: "Your session has ended: sign in again to go on syncing."
        case .needsUpgrade: "Update Trendy to go on syncing."
        case .offline: "Offline."
        case .notTrendy:
            "Another site answers in the server's place: sign in to this network first, or check "
                + "the server's address."
        case .busy: "The server is busy."
        case .outOfTime: "There was no time for everything; the rest follows."
        case .trouble(let error): "The last try failed: \(error)"
        }
    }

    /// A span as people say it: seconds below two minutes, then minutes.
    private static func words(for span: Duration) -> String {
        let seconds = (span.wholeMilliseconds + 999) / 1000
        return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
    }
}

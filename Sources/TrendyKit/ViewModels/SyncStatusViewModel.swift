public import Observation
public import TrendyModel
import TrendyStore
public import TrendySync
import TrendyWords

/// How sync is doing, as screens show it: one sign, and everything behind it in words.
///
/// All of it is derived from the database, so nothing can stay on the screen that is over.
@MainActor
@Observable
public final class SyncStatusViewModel {
    /// The one sign that a screen shows, the most urgent thing first; several never overlap.
    public enum Indicator: Sendable, Equatable {
        /// Everything is synced: nothing needs to be shown.
        case synced
        /// A sync is under way; how much of it is done, 0…1, or `nil` when nobody can tell.
        case syncing(Double?)
        /// Changes wait.
        case waiting
        /// There is no network; the app works.
        case offline
        /// Nobody has signed in, or the session has ended.
        case signIn
        /// The person must decide about something, or needs a newer app.
        case attention
        /// The last try failed or did not get to the end, or device and server differ.
        case trouble
    }

    /// A run of the history.
    public struct Run: Sendable, Equatable, Identifiable {
        /// Its place, 0 for the newest.
        public let id: Int
        /// When it began.
        public let time: String
        /// What it did, or why it failed.
        public let words: String
        /// Whether it got through.
        public let isGood: Bool
    }

    /// What the database says; `nil` before the first read.
    public private(set) var status: SyncStatus?
    /// The one sign to show.
    public private(set) var indicator = Indicator.synced
    /// The sign in a word or two; `nil` when nothing needs to be shown.
    public private(set) var badge: String?
    /// Everything there is to say, in sentences; empty before the first read.
    public private(set) var words = ""
    /// How far the sync under way has come, as `Sending: 3 of 5.`; `nil` when none is.
    public private(set) var progressWords: String?
    /// What waits and until when; `nil` when nothing does.
    public private(set) var waitingWords: String?
    /// How long the oldest change has waited; `nil` when nothing waits.
    public private(set) var oldestWords: String?
    /// What was not accepted and needs the person; `nil` when everything was.
    public private(set) var failedWords: String?
    /// What was tried for too long; `nil` when nothing was.
    public private(set) var staleWords: String?
    /// What lost conflicts; `nil` when nothing did.
    public private(set) var conflictsWords: String?
    /// When a sync last ended well.
    public private(set) var lastSyncedWords = ""
    /// The last runs, newest first.
    public private(set) var history: [Run] = []
    /// Why the state could not be read; `nil` when it was.
    public private(set) var problem: String?
    /// Whether a sync that was asked for here is under way.
    public private(set) var isSyncing = false
    /// How the last sync that was asked for here ended; `nil` before it.
    public private(set) var outcomeWords: String?

    /// Whether the server cannot be reached.
    public var isOffline: Bool { status?.obstacle == .offline }
    /// Whether the person must sign in to go on.
    public var needsSignIn: Bool {
        status?.obstacle == .needsSignIn || status?.obstacle == .notSignedIn
    }
    /// Whether a sync can be asked for; what waits or fails never prevents it.
    public var canSync: Bool { !isSyncing && !needsSignIn }

    @ObservationIgnored private let engine: TrendyEngine
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let onSignIn: @MainActor () -> Void

    /// The state of an engine's sync.
    ///
    /// - `onSignIn`: shows the way to sign in.
    public init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        formats: Formats,
        onSignIn: @escaping @MainActor () -> Void = {}
    ) {
        self.engine = engine
        self.dependencies = dependencies
        self.formats = formats
        self.onSignIn = onSignIn
    }

    /// Shows each change of the state, until the task is cancelled.
    public func run() async {
        await following(engine.store, clock: dependencies.clock) { await refresh() }
    }

    /// Shows the state as it is now.
    public func refresh() async {
        do {
            let status = try await engine.status()
            let runs = try await engine.store.syncRuns(limit: 20)
            show(status, runs)
            if problem != nil { problem = nil }
        } catch {
            problem = Words.Sync.statusUnreadable(["reason": Trouble.words(for: error)])
        }
    }

    /// Syncs now; further requests while it goes on are ignored.
    public func syncNow() async {
        guard canSync else { return }
        isSyncing = true
        defer { isSyncing = false }
        outcomeWords = await SyncData(coordinator: engine.coordinator)(.manual).words
        await refresh()
    }

    /// Shows the way to sign in.
    public func signIn() { onSignIn() }

    private func show(_ status: SyncStatus, _ runs: [SyncRun]) {
        let now = dependencies.wallClock.now()
        self.status = status
        words = status.words
        progressWords = status.progress?.words
        waitingWords = status.waitingWords
        oldestWords = status.oldestPendingAge.map {
            Words.Sync.oldest(["span": formats.span($0)])
        }
        failedWords = status.undecidedWords
        staleWords = status.queue.stale == 0 ? nil : Words.Sync.stale(status.queue.stale)
        conflictsWords = status.conflictsWords
        lastSyncedWords =
            status.queue.lastSuccess.map {
                Words.Sync.lastSynced(["ago": formats.ago($0, now: now)])
            } ?? Words.Sync.lastSyncedNever()
        indicator = Self.indicator(of: status)
        badge = badge(of: status)
        let today = formats.zones().day(containing: now)
        history = runs.enumerated().map { index, run in
            Run(
                id: index,
                time: formats.timeAndDay(run.startedAt, today: today),
                words: Self.words(for: run),
                isGood: run.outcome == .success
            )
        }
    }

    private static func indicator(of status: SyncStatus) -> Indicator {
        if let progress = status.progress { return .syncing(progress.fraction) }
        switch status.obstacle {
        case .notSignedIn, .needsSignIn: return .signIn
        case .needsUpgrade: return .attention
        case .offline, .notTrendy: return .offline
        case .trouble: return .trouble
        case .busy, .outOfTime, nil: break
        }
        let queue = status.queue
        if status.undecided + queue.conflicts + queue.quarantined > 0 { return .attention }
        if queue.pending > 0 { return .waiting }
        // A server that asks to wait, or a run that was cut short, may hold back what others did.
        return status.obstacle == nil && queue.drift == nil ? .synced : .trouble
    }

    private func badge(of status: SyncStatus) -> String? {
        switch indicator {
        case .synced: return nil
        case .syncing:
            guard case .pushing(let done, let total) = status.progress else {
                return Words.Sync.badgeSyncing()
            }
            return Words.Sync.badgeProgress(["done": String(done), "total": String(total)])
        case .waiting: return Words.Sync.badgeWaiting(["count": String(status.queue.pending)])
        case .offline: return Words.Sync.badgeOffline()
        case .signIn: return Words.Sync.badgeSignIn()
        case .attention: return Words.Sync.badgeAttention()
        case .trouble: return Words.Sync.badgeTrouble()
        }
    }

    private static func words(for run: SyncRun) -> String {
        let values: KeyValuePairs = ["sent": String(run.pushed), "received": String(run.pulled)]
        return switch run.outcome {
        case .success: Words.Sync.runSucceeded(values)
        case .partial: Words.Sync.runPartly(values)
        case .failure: Words.Sync.runFailed(["reason": run.reason ?? "–"])
        case .cancelled: Words.Sync.runCancelled()
        case .skipped: Words.Sync.runSkipped(["reason": run.reason ?? "–"])
        }
    }
}

extension SyncProgress {
    /// How much is done, 0…1; `nil` when nobody can tell.
    fileprivate var fraction: Double? {
        switch self {
        case .bootstrapping(let done, let total), .pushing(let done, let total):
            total > 0 ? min(1, Double(done) / Double(total)) : nil
        case .pulling: nil
        }
    }
}

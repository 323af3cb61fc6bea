public import Observation
import TrendyLocalization
public import TrendyModel
import TrendyStore
public import TrendySync

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
        public let text: String
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
    public private(set) var text = ""
    /// How far the sync under way has come, as `Sending: 3 of 5.`; `nil` when none is.
    public private(set) var progressText: String?
    /// What waits and until when; `nil` when nothing does.
    public private(set) var waitingText: String?
    /// How long the oldest change has waited; `nil` when nothing waits.
    public private(set) var oldestText: String?
    /// What was not accepted and needs the person; `nil` when everything was.
    public private(set) var failedText: String?
    /// What was tried for too long; `nil` when nothing was.
    public private(set) var staleText: String?
    /// What lost conflicts; `nil` when nothing did.
    public private(set) var conflictsText: String?
    /// When a sync last ended well.
    public private(set) var lastSyncedText = ""
    /// The last runs, newest first.
    public private(set) var history: [Run] = []
    /// Why the state could not be read; `nil` when it was.
    public private(set) var problem: String?
    /// Whether a sync that was asked for here is under way.
    public private(set) var isSyncing = false
    /// How the last sync that was asked for here ended; `nil` before it.
    public private(set) var outcomeText: String?

    /// Whether the server cannot be reached.
    public var isOffline: Bool { status?.blocker == .offline }
    /// Whether the person must sign in to go on.
    public var needsSignIn: Bool {
        status?.blocker == .needsSignIn || status?.blocker == .notSignedIn
    }
    /// Whether a sync can be asked for; what waits or fails never prevents it.
    public var canSync: Bool { !isSyncing && !needsSignIn }

    @ObservationIgnored private let engine: TrendyEngine
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let onSignIn: @MainActor () -> Void

    /// The state of an engine's sync.
    ///
    /// - `onSignIn`: shows the way to sign in.
    public init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        onSignIn: @escaping @MainActor () -> Void = {}
    ) {
        self.engine = engine
        self.dependencies = dependencies
        self.formats = formats
        self.onSignIn = onSignIn
    }

    /// Shows each change of the state, until the task is cancelled.
    public func run() async {
        await observeStore(engine.store, clock: dependencies.clock) { await refresh() }
    }

    /// Shows the state as it is now.
    public func refresh() async {
        do {
            let status = try await engine.status()
            let runs = try await engine.store.syncRuns(limit: 20)
            show(status, runs)
            if problem != nil { problem = nil }
        } catch {
            problem = Strings.Sync.statusUnreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Syncs now; further requests while it goes on are ignored.
    public func syncNow() async {
        guard canSync else { return }
        isSyncing = true
        defer { isSyncing = false }
        outcomeText = await SyncData(coordinator: engine.coordinator)(.manual).text
        await refresh()
    }

    /// Shows the way to sign in.
    public func signIn() { onSignIn() }

    private func show(_ status: SyncStatus, _ runs: [SyncRun]) {
        let now = dependencies.wallClock.now()
        self.status = status
        text = status.text
        progressText = status.progress?.text
        waitingText = status.waitingText
        oldestText = status.oldestPendingAge.map {
            Strings.Sync.oldest(["span": formats.span($0)])
        }
        failedText = status.failedText
        staleText = status.queue.stale == 0 ? nil : Strings.Sync.stale(status.queue.stale)
        conflictsText = status.conflictsText
        lastSyncedText =
            status.queue.lastSuccess.map {
                Strings.Sync.lastSynced(["ago": formats.ago($0, now: now)])
            } ?? Strings.Sync.lastSyncedNever()
        indicator = Self.indicator(of: status)
        badge = badge(of: status)
        let today = formats.zones().day(containing: now)
        history = runs.enumerated().map { index, run in
            Run(
                id: index,
                time: formats.timeAndDay(run.startedAt, today: today),
                text: Self.text(for: run),
                isGood: run.outcome == .success
            )
        }
    }

    private static func indicator(of status: SyncStatus) -> Indicator {
        if let progress = status.progress { return .syncing(progress.fraction) }
        switch status.blocker {
        case .notSignedIn, .needsSignIn: return .signIn
        case .needsUpgrade: return .attention
        case .offline, .notTrendy: return .offline
        case .trouble: return .trouble
        case .busy, .timedOut, nil: break
        }
        let queue = status.queue
        if status.failedMutations + queue.conflicts + queue.quarantined > 0 { return .attention }
        if queue.pending > 0 { return .waiting }
        // A server that asks to wait, or a run that was cut short, may hold back what others did.
        return status.blocker == nil && queue.drift == nil ? .synced : .trouble
    }

    private func badge(of status: SyncStatus) -> String? {
        switch indicator {
        case .synced: return nil
        case .syncing:
            guard case .pushing(let done, let total) = status.progress else {
                return Strings.Sync.badgeSyncing()
            }
            return Strings.Sync.badgeProgress(["done": String(done), "total": String(total)])
        case .waiting: return Strings.Sync.badgeWaiting(["count": String(status.queue.pending)])
        case .offline: return Strings.Sync.badgeOffline()
        case .signIn: return Strings.Sync.badgeSignIn()
        case .attention: return Strings.Sync.badgeAttention()
        case .trouble: return Strings.Sync.badgeFailure()
        }
    }

    private static func text(for run: SyncRun) -> String {
        let values: KeyValuePairs = ["sent": String(run.pushed), "received": String(run.pulled)]
        return switch run.outcome {
        case .success: Strings.Sync.runSucceeded(values)
        case .partial: Strings.Sync.runPartly(values)
        case .failure: Strings.Sync.runFailed(["reason": run.reason ?? "–"])
        case .cancelled: Strings.Sync.runCancelled()
        case .skipped: Strings.Sync.runSkipped(["reason": run.reason ?? "–"])
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

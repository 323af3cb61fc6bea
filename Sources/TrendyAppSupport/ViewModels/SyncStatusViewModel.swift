public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyStore
public import TrendySync

/// The view model of the sync status: one indicator, and details as text.
///
/// Everything is derived from the database, so no outdated state can stay on the screen.
@MainActor
@Observable
public final class SyncStatusViewModel {
    /// The indicator to show; the most urgent state wins.
    public enum Indicator: Sendable, Equatable {
        /// Everything is synced; nothing needs to be shown.
        case synced
        /// A sync is running; its progress from 0 to 1, or `nil` when unknown.
        case syncing(Double?)
        /// Changes are pending.
        case waiting
        /// The server cannot be reached; the app works offline.
        case offline
        /// The person is signed out, or the session has expired.
        case signIn
        /// The person has to decide something, or to update the app.
        case attention
        /// The last sync failed or was incomplete, or device and server differ.
        case failure
    }

    /// A run in the sync history.
    public struct Run: Sendable, Equatable, Identifiable {
        /// The index; 0 for the newest.
        public let id: Int
        /// When the run began.
        public let time: String
        /// What the run did, or why it failed.
        public let text: String
        /// Whether the run succeeded.
        public let isSuccessful: Bool
    }

    /// The status; `nil` before the first read.
    public private(set) var status: SyncStatus?
    /// The indicator to show.
    public private(set) var indicator = Indicator.synced
    /// The indicator in a word or two; `nil` when nothing needs to be shown.
    public private(set) var badge: String?
    /// The whole status in sentences; empty before the first read.
    public private(set) var text = ""
    /// The progress of the running sync, as `Sending: 3 of 5.`; `nil` when none is running.
    public private(set) var progressText: String?
    /// The number of pending changes and the next attempt; `nil` when nothing is pending.
    public private(set) var waitingText: String?
    /// The age of the oldest pending change; `nil` when nothing is pending.
    public private(set) var oldestText: String?
    /// The rejected changes that need the person; `nil` when there are none.
    public private(set) var failedText: String?
    /// The stale changes; `nil` when there are none.
    public private(set) var staleText: String?
    /// The open conflicts; `nil` when there are none.
    public private(set) var conflictsText: String?
    /// When a sync last succeeded.
    public private(set) var lastSyncedText = ""
    /// The latest runs, newest first.
    public private(set) var history: [Run] = []
    /// Why the status could not be read; `nil` when it was.
    public private(set) var problem: String?
    /// Whether a sync that the person requested is running.
    public private(set) var isSyncing = false
    /// The outcome of the last sync that the person requested; `nil` before the first.
    public private(set) var outcomeText: String?

    /// Whether the server cannot be reached.
    public var isOffline: Bool { status?.blocker == .offline }
    /// Whether syncing needs a sign-in.
    public var needsSignIn: Bool {
        status?.blocker == .needsSignIn || status?.blocker == .notSignedIn
    }
    /// Whether a sync can be requested; pending or failed changes never prevent it.
    public var canSync: Bool { !isSyncing && !needsSignIn }

    @ObservationIgnored private let engine: TrendyEngine
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let onSignIn: @MainActor () -> Void

    /// Creates a view model over an engine.
    ///
    /// - `onSignIn`: shows the sign-in screen.
    package init(
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

    /// Updates the status after each change, until the task is cancelled.
    public func run() async {
        await observeStore(engine.store, clock: dependencies.clock) { await refresh() }
    }

    /// Reads the status again.
    public func refresh() async {
        do {
            let status = try await engine.status()
            let runs = try await engine.store.read { try $0.sync.runs(limit: 20) }
            show(status, runs)
            if problem != nil { problem = nil }
        } catch {
            problem = Strings.Sync.statusUnreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Syncs now; ignored while a requested sync is running.
    public func syncNow() async {
        guard canSync else { return }
        isSyncing = true
        defer { isSyncing = false }
        outcomeText = await SyncData(coordinator: engine.coordinator)(.manual).text
        await refresh()
    }

    /// Shows the sign-in screen.
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
                isSuccessful: run.outcome == .success
            )
        }
    }

    private static func indicator(of status: SyncStatus) -> Indicator {
        if let progress = status.progress { return .syncing(progress.fraction) }
        switch status.blocker {
        case .notSignedIn, .needsSignIn: return .signIn
        case .needsUpgrade: return .attention
        case .offline, .notTrendy: return .offline
        case .failure: return .failure
        case .busy, .timedOut, nil: break
        }
        let queue = status.queue
        if status.failedMutations + queue.conflicts + queue.quarantined > 0 { return .attention }
        if queue.pending > 0 { return .waiting }
        // A server that asks to wait, or an interrupted run, may hide remote changes.
        return status.blocker == nil && queue.drift == nil ? .synced : .failure
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
        case .failure: return Strings.Sync.badgeFailure()
        }
    }

    private static func text(for run: SyncRun) -> String {
        let values: KeyValuePairs = ["sent": String(run.pushed), "received": String(run.pulled)]
        return switch run.outcome {
        case .success: Strings.Sync.runSucceeded(values)
        case .partial: Strings.Sync.runPartly(values)
        case .failure: Strings.Sync.runFailed(["reason": reason(run)])
        case .cancelled: Strings.Sync.runCancelled()
        case .skipped: Strings.Sync.runSkipped(["reason": reason(run)])
        }
    }

    private static func reason(_ run: SyncRun) -> String {
        run.reason.map { FailureReasonPresenter.text(for: $0) } ?? "–"
    }
}

extension SyncProgress {
    /// The completed fraction, 0…1; `nil` when unknown.
    fileprivate var fraction: Double? {
        switch self {
        case .bootstrapping(let done, let total), .pushing(let done, let total):
            total > 0 ? min(1, Double(done) / Double(total)) : nil
        case .pulling: nil
        }
    }
}

public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyStore
public import TrendySync
import TrendyWire

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
    /// The state of ``indicator`` in a word or two, as `Synced` or `Syncing 3 of 5`.
    public private(set) var title = Strings.Sync.badgeSynced()
    /// Why sync does not progress; `nil` when it does.
    public private(set) var reasonText: String?
    /// What the person can do about ``reasonText``; `nil` when nothing is wrong.
    public private(set) var remedyText: String?
    /// The most urgent state that needs the person or much time; `nil` when there is none.
    public private(set) var appProblem: AppProblem?
    /// The account's devices, this device first.
    ///
    /// Empty before ``refreshDevices()``.
    public private(set) var devices: [Device] = []
    /// Why ``devices`` is empty or may be outdated; `nil` when it is current.
    public private(set) var devicesText: String?
    /// The age of the answer that ``devices`` come from, when the server cannot be asked now; `nil`
    /// when they are current.
    package private(set) var devicesAgeText: String?
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

    @ObservationIgnored let engine: TrendyEngine
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let formats: DisplayFormatter
    @ObservationIgnored private let storage: StorageCondition
    @ObservationIgnored private let mutex = AsyncMutex()
    /// Whether the device has a network connection; `nil` when unknown.
    @ObservationIgnored private var isOnline: Bool?
    /// The last answer with the account's devices.
    @ObservationIgnored var accountSync: AccountSync?
    /// Why this device's own changes failed or are blocked, exactly; `nil` before
    /// ``refreshDevices()``.
    @ObservationIgnored var ownReasons: QueueReasons?
    @ObservationIgnored private let onSignIn: @MainActor () -> Void

    /// Creates a view model over an engine.
    ///
    /// - `onSignIn`: shows the sign-in screen.
    package convenience init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        onSignIn: @escaping @MainActor () -> Void = {}
    ) {
        self.init(
            engine: engine,
            dependencies: dependencies,
            formats: formats,
            storage: StorageCondition(),
            onSignIn: onSignIn
        )
    }

    /// Creates a view model over an engine and the condition of its disk.
    ///
    /// - `storage`: whether the disk is full.
    /// - `onSignIn`: shows the sign-in screen.
    init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        storage: StorageCondition,
        onSignIn: @escaping @MainActor () -> Void
    ) {
        self.storage = storage
        self.engine = engine
        self.dependencies = dependencies
        self.formats = formats
        self.onSignIn = onSignIn
    }

    /// Updates the status after each change, until the task is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            if let paths = engine.networkPaths() {
                group.addTask { await self.follow(paths) }
            }
            await observeStore(engine.store, clock: dependencies.clock) { await refresh() }
            group.cancelAll()
        }
    }

    /// Shows each change of the network at once.
    ///
    /// The scheduler records it only when a run would be due.
    private func follow(_ paths: AsyncStream<NetworkPath>) async {
        for await path in paths where path.isOnline != isOnline {
            isOnline = path.isOnline
            await refresh()
        }
    }

    /// Reads the status again.
    public func refresh() async {
        // One read at a time, so that the newest state of the network is shown last.
        await mutex.withLock { await read() }
    }

    private func read() async {
        do {
            await storage.check(engine.store)
            let status = try await engine.status(isOnline: isOnline)
            let (runs, offset) = try await engine.store.read {
                (try $0.sync.runs(limit: 20), $0.sync.clockOffset)
            }
            show(status, runs)
            appProblem =
                storage.isFull
                ? AppProblem(.deviceFull) : AppProblem.syncing(status, clockError: offset)
            showDevices()
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

    /// Asks the server for the account's devices; keeps the last answer on an error.
    public func refreshDevices() async {
        await readOwnReasons()
        do {
            show(try await engine.accountSync())
        } catch {
            await showLastAnswer(after: error)
        }
    }

    /// Asks the server for the account's devices within a time limit; shows the last answer on an
    /// error, or when the limit is reached.
    package func refreshDevices(waiting limit: Duration) async {
        await readOwnReasons()
        switch await engine.accountSync(waiting: limit) {
        case .some(.success(let answer)): show(answer)
        case .some(.failure(let error)): await showLastAnswer(after: error)
        case .none:
            // The page is gone.
            guard !Task.isCancelled else { return }
            devicesText = Strings.Sync.devicesUnknown(["reason": Strings.Server.timedOut()])
            await showLastAnswer()
        }
    }

    private func readOwnReasons() async {
        // Without them, the device shows its last report.
        ownReasons = try? await engine.store.read { try $0.queue.reasons() }
    }

    private func show(_ answer: AccountSync?) {
        guard let answer else {
            devicesText = Strings.Sync.notSignedIn()
            return
        }
        accountSync = answer
        devicesText = answer.devices.isEmpty ? Strings.Sync.noDevices() : nil
        devicesAgeText = nil
        showDevices()
    }

    private func showLastAnswer(after error: any Error) async {
        // The screen is gone.
        if error is CancellationError { return }
        devicesText = Strings.Sync.devicesUnknown(["reason": ErrorPresenter.text(for: error)])
        await showLastAnswer()
    }

    /// Shows the devices of the server's last answer, also one of an earlier process, without asking
    /// the server.
    package func showLastAnswer() async {
        // An answer that cannot be read is as none; `devicesText` says why there is no newer one.
        guard let last = try? await engine.lastDevicesAnswer() else { return }
        accountSync = last.answer
        let ago = formats.ago(last.receivedAt, now: dependencies.wallClock.now())
        devicesAgeText = Strings.WebDevices.lastAnswer(["ago": ago])
        showDevices()
    }

    private func showDevices() {
        guard let accountSync else { return }
        let new = devices(in: accountSync)
        if new != devices { devices = new }
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
        title = badge ?? Strings.Sync.badgeSynced()
        let explanation = status.progress == nil ? status.explanation(isOnline: isOnline) : nil
        reasonText = explanation?.reason
        remedyText = explanation?.remedy
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

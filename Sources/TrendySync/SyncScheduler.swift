public import TrendyModel
public import TrendyStore
public import TrendyWire
import TrendyWords

/// Runs syncs when they are due, as long as it is let run.
public actor SyncScheduler {
    /// The longest wait of one piece: clocks that jump are noticed after it.
    private static let longestSleep = Duration.seconds(3600)
    /// How long to wait when the database cannot tell what is due.
    private static let pauseWithoutStatus = Duration.seconds(60)

    private let coordinator: SyncCoordinator
    private let store: DeviceStore
    private let dependencies: Dependencies
    private let schedule: SyncSchedule
    private let deadline: @Sendable () -> SyncDeadline?
    private let onRun: @Sendable (Result<SyncReport, any Error>) async -> Void

    /// The surroundings, as they were told last.
    public private(set) var conditions: SyncConditions
    private var history = SyncSchedule.History()
    private var sleeping: Task<Void, any Error>?
    private var isNudged = false
    private var isOfflineNoted = false

    /// A scheduler of a coordinator's runs.
    ///
    /// - `onRun`: called after each run.
    /// - `deadline`: when a run that begins now has to be over.
    public init(
        coordinator: SyncCoordinator,
        store: DeviceStore,
        dependencies: Dependencies,
        schedule: SyncSchedule = SyncSchedule(),
        conditions: SyncConditions = SyncConditions(),
        onRun: @escaping @Sendable (Result<SyncReport, any Error>) async -> Void = { _ in },
        deadline: @escaping @Sendable () -> SyncDeadline? = { nil }
    ) {
        self.coordinator = coordinator
        self.store = store
        self.dependencies = dependencies
        self.schedule = schedule
        self.conditions = conditions
        self.deadline = deadline
        self.onRun = onRun
    }

    /// Something was recorded or changed: what is due is looked at anew.
    public func nudge() {
        isNudged = true
        sleeping?.cancel()
    }

    /// The server has changes up to a cursor: unless they are known, they are fetched at once.
    public func fetchNews(upTo cursor: Cursor) {
        history.news = cursor
        nudge()
    }

    /// Whether a stream of news may be kept open now.
    var allowsStreams: Bool { conditions.allowStreams && history.obstacle == nil }

    /// The surroundings have changed; a network that is there again ends the pauses of failures.
    public func update(_ change: (inout SyncConditions) -> Void) async {
        let before = conditions
        change(&conditions)
        guard conditions != before else { return }
        if conditions.isOnline, !before.isOnline {
            history.failures = 0
            history.isNetworkBack = true
            isOfflineNoted = false
        }
        nudge()
        await coordinator.spareNetwork(conditions.sparesNetwork)
    }

    /// The person has signed in again, or the app is new: what stood in the way is gone.
    public func clearObstacle() {
        history.obstacle = nil
        nudge()
    }

    /// Syncs whenever it is due, until the task is cancelled.
    public func run() async {
        await run(clock: dependencies.clock)
    }

    private func run(clock: some Clock<Duration>) async {
        var end = clock.now
        var hasRun = false
        while !Task.isCancelled {
            isNudged = false
            if hasRun { history.sinceLastRun = end.duration(to: clock.now) }
            switch await decide() {
            case .run(let trigger, let wait) where wait <= .zero:
                await sync(trigger)
                end = clock.now
                hasRun = true
            case .run(_, let wait):
                guard await sleep(min(wait, Self.longestSleep), clock) else { return }
            case .rest:
                guard await sleep(Self.longestSleep, clock) else { return }
            }
        }
    }

    private func decide() async -> SyncSchedule.Decision {
        // Whoever has time again nudges.
        guard deadline()?.hasTime() != false else { return .rest(.outOfTime) }
        do {
            let status = try await store.status()
            let decision = next(status, conditions)
            if decision == .rest(.offline) { try await noteOffline(status) }
            return decision
        } catch {
            // A disk that cannot be read now may be later.
            return .run(.periodic, after: Self.pauseWithoutStatus)
        }
    }

    private func next(
        _ status: QueueStatus,
        _ conditions: SyncConditions
    ) -> SyncSchedule.Decision {
        schedule.next(
            now: dependencies.wallClock.now(),
            status: status,
            history: history,
            conditions: conditions
        )
    }

    /// Tells, once, that there is no network for a run that is due, or for what waits.
    private func noteOffline(_ status: QueueStatus) async throws {
        // What only the person can end is not hidden behind what ends by itself.
        let code = status.lastFailure.flatMap { SyncFailure.Code(rawValue: $0) }
        guard code != .needsSignIn, code != .upgradeRequired else { return }
        var online = conditions
        online.isOnline = true
        guard !isOfflineNoted, case .run(let trigger, let wait) = next(status, online),
            wait <= .zero || status.pending > 0
        else { return }
        let run = SyncRun(
            startedAt: dependencies.wallClock.now(),
            duration: .zero,
            trigger: trigger.rawValue,
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .skipped,
            reason: Words.Sync.offline(),
            failure: SyncFailure.Code.offline.rawValue
        )
        isOfflineNoted = true
        do {
            try await store.note(run)
        } catch {
            isOfflineNoted = false
            throw error
        }
    }

    private func sync(_ trigger: SyncTrigger) async {
        history.isNetworkBack = false
        let result: Result<SyncReport, any Error>
        let news = history.news
        do {
            let report = try await coordinator.sync(trigger, until: deadline())
            result = .success(report)
            history.failures = 0
            // What was told before has been fetched, also where it was of a life of the server
            // that is over: its cursors never come.
            if !report.isPartial, history.news == news { history.news = nil }
        } catch {
            result = .failure(error)
            history.failures += 1
            switch (error as? SyncFailure)?.code {
            case .needsSignIn: history.obstacle = .needsSignIn
            case .upgradeRequired: history.obstacle = .needsUpgrade
            default: await notePause()
            }
        }
        await onRun(result)
    }

    private func notePause() async {
        let pause = schedule.pause(after: history.failures)
        // A disk that takes nothing now is told of by what has to be written.
        try? await store.notePause(until: dependencies.wallClock.now() + pause)
    }

    /// Waits, until it is over or something asks to look again.
    ///
    /// - Returns: whether to go on; not when the clock itself has come to its end.
    private func sleep(_ span: Duration, _ clock: some Clock<Duration>) async -> Bool {
        guard !isNudged, !Task.isCancelled else { return true }
        // Owned here: it is awaited below, and ended by whoever nudges.
        let task = Task { try await clock.sleep(for: span) }
        sleeping = task
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        sleeping = nil
        guard case .failure = result else { return true }
        return isNudged
    }
}

package import TrendyModel
package import TrendyStore
package import TrendyWire

/// Runs syncs when they are due.
package actor SyncScheduler {
    /// The maximum length of one sleep, after which clock changes are noticed.
    private static let maximumSleep = Duration.seconds(3600)
    /// The delay when the database cannot be read.
    private static let pauseWithoutStatus = Duration.seconds(60)
    /// The interval at which a sign-in in another process is detected.
    private static let signInCheck = Duration.seconds(60)

    private let coordinator: SyncCoordinator
    private let store: DeviceStore
    private let dependencies: Dependencies
    private var schedule: SyncSchedule
    private let deadline: @Sendable () -> SyncDeadline?
    private let onRun: @Sendable (Result<SyncReport, any Error>) async -> Void

    /// The current conditions.
    package private(set) var conditions: SyncConditions
    private var history = SyncSchedule.History()
    private var sleeping: Task<Void, any Error>?
    private var isSyncRequested = false
    /// Whether a person requested a run that has not started.
    private var isRunRequested = false
    /// The blockers that were already recorded.
    private var recordedBlockers: Set<SyncBlocker> = []
    /// Continuations that are notified when streams are no longer allowed, by number.
    private var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastStream = 0

    /// Creates a scheduler for a coordinator.
    ///
    /// - `onRun`: called after each run.
    /// - `deadline`: returns the deadline for a run that starts now.
    package init(
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

    /// Re-evaluates the schedule after a local change.
    package func requestSync() {
        isSyncRequested = true
        sleeping?.cancel()
    }

    /// Runs a sync at once, or after the current run, regardless of the schedule.
    ///
    /// Returns without waiting for the run; several requests before it share it.
    package func requestManualSync() {
        isRunRequested = true
        requestSync()
    }

    /// Replaces the schedule; the next run is scheduled anew.
    package func use(_ schedule: SyncSchedule) {
        guard schedule != self.schedule else { return }
        self.schedule = schedule
        requestSync()
    }

    /// Fetches changes at once, unless the device already has them.
    package func fetchChanges(upTo cursor: Cursor) {
        history.announcedCursor = cursor
        requestSync()
    }

    /// Whether a change stream may stay open now.
    package var allowsStreams: Bool { conditions.allowStreams && history.blocker == nil }

    /// Returns when streams are no longer allowed, or the task is cancelled.
    func untilStreamsEnd() async {
        guard allowsStreams else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        lastStream += 1
        let number = lastStream
        streams[number] = end
        for await _ in ends {}
        streams[number] = nil
    }

    /// Updates the conditions.
    ///
    /// A restored network ends the pauses after failures.
    package func update(_ change: (inout SyncConditions) -> Void) async {
        let before = conditions
        change(&conditions)
        guard conditions != before else { return }
        if !conditions.allowStreams {
            for end in streams.values { end.finish() }
        }
        if conditions.isOnline, !before.isOnline {
            history.failures = 0
            history.isNetworkBack = true
            recordedBlockers.remove(.offline)
        }
        requestSync()
        await coordinator.restrictNetwork(conditions.isNetworkRestricted)
    }

    /// Removes the blocker after the person signed in again or updated the app.
    package func clearBlocker() {
        markRepaired()
        requestSync()
    }

    private func markRepaired() {
        history.isRepaired = history.blocker != nil
        history.blocker = nil
    }

    /// Runs syncs whenever they are due, until the task is cancelled.
    package func run() async {
        await run(clock: dependencies.clock)
    }

    private func run(clock: some Clock<Duration>) async {
        var end = clock.now
        var hasRun = false
        while !Task.isCancelled {
            isSyncRequested = false
            if hasRun { history.sinceLastRun = end.duration(to: clock.now) }
            if isRunRequested {
                isRunRequested = false
                await sync(.manual)
                end = clock.now
                hasRun = true
                continue
            }
            switch await decide() {
            case .run(let trigger, let wait) where wait <= .zero:
                await sync(trigger)
                end = clock.now
                hasRun = true
            case .run(_, let wait):
                guard await sleep(min(wait, Self.maximumSleep), clock) else { return }
            case .idle(let reason):
                let wait = reason == .needsSignIn ? Self.signInCheck : Self.maximumSleep
                guard await sleep(wait, clock) else { return }
            }
        }
    }

    private func decide() async -> SyncSchedule.Decision {
        // The component that is granted time again requests a sync.
        guard deadline()?.hasTime() != false else { return .idle(.timedOut) }
        if history.blocker == .needsSignIn, await coordinator.hasSession { markRepaired() }
        do {
            let inputs = SyncSchedule.Inputs(
                now: dependencies.wallClock.now(),
                status: try await store.read { try $0.queue.status() },
                history: history,
                conditions: conditions
            )
            let decision = schedule.next(inputs)
            guard let wait = try await recordBlocker(in: inputs),
                case .run(let trigger, let later) = decision
            else { return decision }
            return .run(trigger, after: min(wait, later))
        } catch {
            // A database that is unreadable now may be readable later.
            return .run(.periodic, after: Self.pauseWithoutStatus)
        }
    }

    /// Records once the blocker that postpones a due run.
    ///
    /// - Returns: the time until there is something to record; `nil` when there is nothing.
    private func recordBlocker(in inputs: SyncSchedule.Inputs) async throws -> Duration? {
        recordedBlockers = recordedBlockers.filter { inputs.has($0) }
        guard let (blocker, trigger, wait) = schedule.blocker(in: inputs),
            !recordedBlockers.contains(blocker)
        else { return nil }
        guard wait <= .zero else { return wait }
        // A blocker that only the person can remove has precedence over a temporary one.
        let code = inputs.status.lastFailure.flatMap { SyncFailure.Code(rawValue: $0) }
        let isLasting = code == .needsSignIn || code == .upgradeRequired
        guard blocker != .offline || !isLasting else { return nil }
        var run = SyncRun(
            startedAt: inputs.now,
            duration: .zero,
            trigger: trigger.rawValue,
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .skipped,
            reason: blocker.reason,
            failure: blocker.failure?.rawValue
        )
        run.isInStatus = blocker == .offline
        recordedBlockers.insert(blocker)
        do {
            try await store.write { [run] in try $0.sync.record(run) }
        } catch {
            recordedBlockers.remove(blocker)
            throw error
        }
        return nil
    }

    private func sync(_ trigger: SyncTrigger) async {
        (history.isNetworkBack, history.isRepaired) = (false, false)
        let result: Result<SyncReport, any Error>
        let announced = history.announcedCursor
        do {
            let report = try await coordinator.sync(trigger, until: deadline())
            result = .success(report)
            history.failures = 0
            // The announced changes were fetched. Cursors of an earlier epoch never arrive and are
            // dropped here too.
            if !report.isPartial, history.announcedCursor == announced {
                history.announcedCursor = nil
            }
        } catch {
            result = .failure(error)
            history.failures += 1
            switch (error as? SyncFailure)?.code {
            case .needsSignIn: history.blocker = .needsSignIn
            case .upgradeRequired: history.blocker = .needsUpgrade
            default: await recordPause()
            }
        }
        await onRun(result)
    }

    private func recordPause() async {
        let pause = schedule.pause(after: history.failures)
        // If this write fails, later required writes report the full or broken disk.
        try? await store.write { try $0.sync.pause(until: dependencies.wallClock.now() + pause) }
    }

    /// Sleeps until the time has passed or a sync is requested.
    ///
    /// - Returns: whether to continue; `false` when the clock has stopped.
    private func sleep(_ span: Duration, _ clock: some Clock<Duration>) async -> Bool {
        guard !isSyncRequested, !Task.isCancelled else { return true }
        // This actor owns the task and awaits it below; a sync request cancels it.
        let task = Task { try await clock.sleep(for: span) }
        sleeping = task
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        sleeping = nil
        guard case .failure = result else { return true }
        return isSyncRequested
    }
}

import TrendyLocalization
public import TrendyModel
public import TrendyStore
public import TrendyWire

/// Runs syncs when they are due, as long as it is let run.
public actor SyncScheduler {
    /// The longest wait of one piece: clocks that jump are noticed after it.
    private static let maximumSleep = Duration.seconds(3600)
    /// How long to wait when the database cannot tell what is due.
    private static let pauseWithoutStatus = Duration.seconds(60)
    /// How long until it is looked whether somebody has signed in elsewhere.
    private static let signInCheck = Duration.seconds(60)

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
    private var isSyncRequested = false
    /// What stands in the way and has been told of.
    private var noted: Set<SyncBlocker> = []
    /// Who is to hear that no stream may be open any more, by their numbers.
    private var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastStream = 0

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
    public func requestSync() {
        isSyncRequested = true
        sleeping?.cancel()
    }

    /// The server has changes up to a cursor: unless they are known, they are fetched at once.
    public func fetchChanges(upTo cursor: Cursor) {
        history.news = cursor
        requestSync()
    }

    /// Whether a stream of news may be kept open now.
    var allowsStreams: Bool { conditions.allowStreams && history.blocker == nil }

    /// Returns once no stream may be open any more, or the task is cancelled.
    func untilStreamsEnd() async {
        guard allowsStreams else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        lastStream += 1
        let number = lastStream
        streams[number] = end
        for await _ in ends {}
        streams[number] = nil
    }

    /// The surroundings have changed; a network that is there again ends the pauses of failures.
    public func update(_ change: (inout SyncConditions) -> Void) async {
        let before = conditions
        change(&conditions)
        guard conditions != before else { return }
        if !conditions.allowStreams {
            for end in streams.values { end.finish() }
        }
        if conditions.isOnline, !before.isOnline {
            history.failures = 0
            history.isNetworkBack = true
            noted.remove(.offline)
        }
        requestSync()
        await coordinator.restrictNetwork(conditions.isNetworkRestricted)
    }

    /// The person has signed in again, or the app is new: what stood in the way is gone.
    public func clearBlocker() {
        mend()
        requestSync()
    }

    private func mend() {
        history.isRepaired = history.blocker != nil
        history.blocker = nil
    }

    /// Syncs whenever it is due, until the task is cancelled.
    public func run() async {
        await run(clock: dependencies.clock)
    }

    private func run(clock: some Clock<Duration>) async {
        var end = clock.now
        var hasRun = false
        while !Task.isCancelled {
            isSyncRequested = false
            if hasRun { history.sinceLastRun = end.duration(to: clock.now) }
            switch await decide() {
            case .run(let trigger, let wait) where wait <= .zero:
                await sync(trigger)
                end = clock.now
                hasRun = true
            case .run(_, let wait):
                guard await sleep(min(wait, Self.maximumSleep), clock) else { return }
            case .rest(let reason):
                let wait = reason == .needsSignIn ? Self.signInCheck : Self.maximumSleep
                guard await sleep(wait, clock) else { return }
            }
        }
    }

    private func decide() async -> SyncSchedule.Decision {
        // Whoever has time again nudges.
        guard deadline()?.hasTime() != false else { return .rest(.timedOut) }
        if history.blocker == .needsSignIn, await coordinator.hasSession { mend() }
        do {
            let situation = SyncSchedule.Inputs(
                now: dependencies.wallClock.now(),
                status: try await store.status(),
                history: history,
                conditions: conditions
            )
            let decision = schedule.next(situation)
            guard let wait = try await noteBlocker(in: situation),
                case .run(let trigger, let later) = decision
            else { return decision }
            return .run(trigger, after: min(wait, later))
        } catch {
            // A disk that cannot be read now may be later.
            return .run(.periodic, after: Self.pauseWithoutStatus)
        }
    }

    /// Tells, once, what a run that is due is put off for.
    ///
    /// - Returns: when there will be something to tell; `nil` when nothing is.
    private func noteBlocker(in situation: SyncSchedule.Inputs) async throws -> Duration? {
        noted = noted.filter { situation.has($0) }
        guard let (hindrance, trigger, wait) = schedule.blocker(in: situation),
            !noted.contains(hindrance)
        else { return nil }
        guard wait <= .zero else { return wait }
        // What only the person can end is not hidden behind what ends by itself.
        let code = situation.status.lastFailure.flatMap { SyncFailure.Code(rawValue: $0) }
        let isLasting = code == .needsSignIn || code == .upgradeRequired
        guard hindrance != .offline || !isLasting else { return nil }
        var run = SyncRun(
            startedAt: situation.now,
            duration: .zero,
            trigger: trigger.rawValue,
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .skipped,
            reason: hindrance.text,
            failure: hindrance.failure?.rawValue
        )
        run.isInStatus = hindrance == .offline
        noted.insert(hindrance)
        do {
            try await store.note(run)
        } catch {
            noted.remove(hindrance)
            throw error
        }
        return nil
    }

    private func sync(_ trigger: SyncTrigger) async {
        (history.isNetworkBack, history.isRepaired) = (false, false)
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
            case .needsSignIn: history.blocker = .needsSignIn
            case .upgradeRequired: history.blocker = .needsUpgrade
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
        guard !isSyncRequested, !Task.isCancelled else { return true }
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
        return isSyncRequested
    }
}

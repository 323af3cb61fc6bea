package import TrendyModel
import TrendyStore
package import TrendySync

/// Runs an engine in the background: sends pending changes before suspension, runs background
/// tasks, and suspends the database each time.
///
/// Create one per process: the system accepts task registrations only until the launch ends.
@MainActor
package final class BackgroundWork {
    private enum Event: Sendable {
        case machine(BackgroundStateMachine.Event)
        case didEnterForeground
        case granted(RunningBackgroundTask)
    }

    private let system: any ApplicationLifecycle
    private let tasks: (any BackgroundTaskScheduling)?
    private let uploads: (any BackgroundUploading)?
    private let power: (any PowerMonitor)?
    private let submission: TaskSubmission?
    private let policy: BackgroundPolicy
    private let events = BufferedStream<Event>()

    /// Called when the system starts a task while no engine is open; it tries to open one.
    ///
    /// - Returns: whether an engine is open or will be shortly. When it returns `false` or is
    ///   `nil`, the task completes unsuccessfully.
    package var onMissingEngine: (@MainActor () -> Bool)?

    private var engine: TrendyEngine?
    /// Whether the app entered the foreground while no engine was open.
    private var isForegroundEventPending = false
    private var machine: BackgroundStateMachine
    private var token: BackgroundTimeToken?
    private var settling: Task<Void, Never>?

    /// Creates background work over the app's lifecycle.
    ///
    /// Requests nothing yet.
    ///
    /// - Parameters:
    ///   - system: the app's lifecycle.
    ///   - tasks: schedules background tasks; `nil` where the platform has none.
    ///   - uploads: uploads while the app is suspended; `nil` where the platform cannot.
    ///   - power: reports the battery state; `nil` treats power as unlimited.
    ///   - keyValues: persists the time of the last processing task; `nil` keeps it in memory.
    ///   - wallClock: the wall clock.
    ///   - policy: the intervals and time limits.
    package init(
        system: any ApplicationLifecycle,
        tasks: (any BackgroundTaskScheduling)? = nil,
        uploads: (any BackgroundUploading)? = nil,
        power: (any PowerMonitor)? = nil,
        keyValues: (any KeyValueStore)? = nil,
        wallClock: any WallClock,
        policy: BackgroundPolicy = BackgroundPolicy()
    ) {
        self.system = system
        self.tasks = tasks
        self.uploads = uploads
        self.power = power
        self.policy = policy
        submission = tasks.map {
            TaskSubmission(
                tasks: $0,
                keyValues: keyValues,
                wallClock: wallClock,
                policy: policy
            )
        }
        machine = BackgroundStateMachine(isInBackground: system.phase == .background)
    }

    /// Registers the tasks and subscribes to the lifecycle; once, before the launch ends.
    ///
    /// - Returns: the identifiers that the app's property list does not permit.
    @discardableResult
    package func register() -> [String] {
        system.onPhaseChange = { [weak self] phase in self?.changed(to: phase) }
        system.onProtectedDataChange = { [weak self] isAvailable in
            if isAvailable { self?.engine?.wasUnlocked() }
        }
        guard let tasks, let submission else { return [] }
        // The app may be running for another reason when background refresh becomes available.
        system.onBackgroundRefreshChange = { isOn in if isOn { submission.submitRefused() } }
        return BackgroundPolicy.identifiers.filter { identifier in
            !tasks.register(identifier) { [weak self] task in
                // Submit the next request first: a task that ends before the next request is the
                // last one.
                submission.submit(after: identifier)
                let granted = RunningBackgroundTask(task)
                Task { @MainActor in self?.receive(granted) }
            }
        }
    }

    /// Sets the engine, and requests background time when the app is in the background: the system
    /// may suspend the app before ``run(_:)`` starts, while the database is open.
    package func prepare(_ engine: TrendyEngine) {
        self.engine = engine
        machine = BackgroundStateMachine(isInBackground: system.phase == .background)
        let budget = engine.budget
        // The system reports the time left a moment later; new work checks the budget at once.
        engine.store.work.onReopening { budget.limit(to: TimeBudget.shortest) }
        guard machine.isInBackground else { return }
        budget.limit(to: TimeBudget.shortest)
        act(on: .workBegan)
    }

    /// Runs an engine until the task is cancelled.
    ///
    /// Runs one engine at a time.
    package func run(_ engine: TrendyEngine) async {
        if self.engine !== engine { prepare(engine) }
        let changes = engine.store.work.changes()
        if machine.isInBackground {
            // Work may have begun or ended meanwhile.
            act(on: .workBegan)
        } else if isForegroundEventPending {
            events.yield(.didEnterForeground)
        }
        isForegroundEventPending = false
        await withDiscardingTaskGroup { group in
            group.addTask { [events] in
                for await change in changes {
                    let event =
                        change == .began ? BackgroundStateMachine.Event.workBegan : .workEnded
                    events.yield(.machine(event))
                }
            }
            if let submission, let power {
                group.addTask { await submission.observe(power) }
            }
            for await event in events.messages() {
                switch event {
                case .machine(let event): act(on: event)
                case .didEnterForeground: group.addTask { await engine.didBecomeActive() }
                case .granted(let task): group.addTask { await self.perform(task, engine) }
                }
            }
            // A sync that settling started would delay the end of this group.
            settling?.cancel()
            group.cancelAll()
        }
        settling?.cancel()
        await settling?.value
        releaseTime()
        self.engine = nil
    }

    // MARK: System events

    private func receive(_ task: RunningBackgroundTask) {
        if engine == nil, let onMissingEngine, !onMissingEngine() {
            return task.complete(success: false)
        }
        events.yield(.granted(task))
    }

    private func changed(to phase: AppPhase) {
        // Act synchronously: the system may suspend the app as soon as this returns.
        act(on: phase == .background ? .didEnterBackground : .didEnterForeground)
    }

    private func act(on event: BackgroundStateMachine.Event) {
        // Without an engine, background time is useless; a later task may open the database.
        guard let engine else {
            if event == .didEnterForeground { isForegroundEventPending = true }
            if event == .didEnterBackground { submission?.submit() }
            return
        }
        for action in machine.received(event, engine.store.work.use) {
            switch action {
            case .requestTime: requestTime()
            case .releaseTime: releaseTime()
            case .settle(let sends): settle(sends: sends)
            case .abandon: abandon()
            case .submitTasks: submission?.submit()
            case .open: open()
            case .resume: events.yield(.didEnterForeground)
            }
        }
    }

    private func open() {
        settling?.cancel()
        guard let engine else { return }
        engine.store.work.open()
        engine.budget.limit(to: nil)
    }

    private func requestTime() {
        token = system.beginBackgroundTime("Trendy") { [weak self] in
            self?.act(on: .expired)
        }
        guard token != nil else { return act(on: .expired) }
        engine?.budget.extend(to: system.remainingBackgroundTime ?? TimeBudget.shortest)
    }

    private func releaseTime() {
        // The system may suspend the app from here on.
        submission?.submitRefused()
        guard let token else { return }
        self.token = nil
        system.endBackgroundTime(token)
    }

    // MARK: Settling

    private func settle(sends: Bool) {
        guard let engine else { return }
        let previous = settling
        // Owned here: `abandon` and `run` cancel it. An earlier run that hangs must not delay the
        // suspension of the database, so it is awaited last.
        settling = Task { [events] in
            await engine.didEnterBackground()
            if sends { await engine.sendPending() }
            if !Task.isCancelled {
                await handOver(engine)
                await suspendDatabase(of: engine, isForced: false)
                events.yield(.machine(.settled))
            }
            await previous?.value
        }
    }

    /// The time expired: hands the remaining uploads to the system and suspends the database.
    private func abandon() {
        settling?.cancel()
        guard let engine else { return }
        // Work in progress checks the budget between two steps.
        engine.budget.expire()
        let (time, previous) = (token, settling)
        token = nil
        settling = Task { [system, events] in
            await self.handOver(engine)
            await self.suspendDatabase(of: engine, isForced: true)
            if let time { system.endBackgroundTime(time) }
            events.yield(.machine(.settled))
            await previous?.value
        }
    }

    /// Hands changes that could not be sent in time, or without a network, to the system's
    /// background uploads.
    private func handOver(_ engine: TrendyEngine) async {
        if let uploads, system.phase == .background { await engine.handOver(to: uploads) }
    }

    /// Suspends the database until the system wakes the process.
    ///
    /// Does nothing when the app has entered the foreground or another task has begun.
    ///
    /// - `isForced`: whether to suspend it while work is in progress.
    /// - `tasks`: the number of running tasks that end with the suspension.
    private func suspendDatabase(of engine: TrendyEngine, isForced: Bool, tasks: Int = 0) async {
        var mustStayOpen: Bool { system.phase != .background || machine.tasks > tasks }
        guard !mustStayOpen else { return }
        guard await engine.store.suspend(isForced: isForced) else { return }
        guard !mustStayOpen else { return engine.store.work.open() }
        guard !Task.isCancelled else { return }
        // A task or another wake that began meanwhile has its own budget.
        engine.store.work.ifSuspended { engine.budget.expire() }
    }

    // MARK: Background tasks

    private func perform(_ task: RunningBackgroundTask, _ engine: TrendyEngine) async {
        let (expirations, expiration) = AsyncStream.makeStream(of: Void.self)
        let budget = engine.budget
        let hasTime = task.begin {
            budget.expire()
            expiration.finish()
        }
        guard hasTime else { return }
        act(on: .taskBegan)
        engine.store.work.begin(isWake: true)
        let time = policy.time(for: task.identifier)
        // In the foreground there is no limit. Two concurrent tasks share the longer limit.
        if machine.isInBackground {
            if machine.tasks > 1 { budget.extend(to: time) } else { budget.limit(to: time) }
        }
        let isProcessing = task.identifier == BackgroundPolicy.processing
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await engine.catchUp(isThorough: isProcessing) }
            group.addTask {
                for await _ in expirations {}
                return false
            }
            // The system grants more time to apps that complete a task before it expires.
            group.addTask {
                // Cancelled when the work ends.
                try? await engine.dependencies.clock.sleep(for: time)
                return false
            }
            let isDone = await group.next() ?? false
            group.cancelAll()
            // A request that does not end on cancellation must not delay the completion of the
            // task.
            engine.store.work.end()
            if system.phase == .background, machine.tasks == 1 {
                await handOver(engine)
                await suspendDatabase(of: engine, isForced: !isDone, tasks: 1)
            }
            // Work that began meanwhile requests its own time before the task's time ends.
            act(on: .taskEnded)
            submission?.submitRefused()
            task.complete(success: isDone)
        }
    }
}

extension ActivityTracker {
    /// The state of the database.
    ///
    /// Work that hangs while writes are suspended holds no lock and does not count.
    fileprivate var use: BackgroundStateMachine.Use {
        isSuspended ? .suspended : isActive ? .working : .idle
    }
}

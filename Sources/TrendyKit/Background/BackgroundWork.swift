public import TrendyModel
import TrendyStore
public import TrendySync

/// What the app does while nobody looks at it: it sends what waits before it is suspended, comes
/// back when its system lets it, and lets go of its database each time.
///
/// One for the process: the system takes registrations only until the launch is over.
@MainActor
public final class BackgroundWork {
    private enum Event: Sendable {
        case machine(BackgroundStateMachine.Event)
        case didReturn
        case granted(RunningBackgroundTask)
    }

    private let system: any ApplicationLifecycle
    private let tasks: (any BackgroundTaskScheduling)?
    private let uploads: (any BackgroundUploading)?
    private let power: (any PowerMonitor)?
    private let submission: TaskSubmission?
    private let policy: BackgroundPolicy
    private let inbox = BufferedStream<Event>()

    /// Called when the system grants a task and nobody works: opens what can be opened.
    ///
    /// - Returns: whether somebody works then, or does in a moment. Without it, or when nobody
    ///   does, the task is given back.
    var onUnattended: (@MainActor () -> Bool)?

    private var engine: TrendyEngine?
    /// Whether the app came to the screen while nobody worked.
    private var hasComeBack = false
    private var machine: BackgroundStateMachine
    private var token: BackgroundTimeToken?
    private var settling: Task<Void, Never>?

    /// Work under a system's rules; nothing is asked for yet.
    ///
    /// - Parameters:
    ///   - system: the app's system.
    ///   - tasks: runs tasks in the background; `nil` where nothing does.
    ///   - uploads: goes on sending while the app is suspended; `nil` where nothing does.
    ///   - power: tells of power; `nil` where it is taken for plenty.
    ///   - keyValues: keeps when the long task is due; without, only as long as the process lives.
    ///   - wallClock: the time.
    ///   - policy: what is asked for.
    public init(
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

    /// Registers the tasks and listens to the system; once, before the launch is over.
    ///
    /// - Returns: the identifiers that the app's property list does not permit.
    @discardableResult
    public func register() -> [String] {
        system.onPhaseChange = { [weak self] phase in self?.changed(to: phase) }
        system.onProtectedDataChange = { [weak self] isAvailable in
            if isAvailable { self?.engine?.wasUnlocked() }
        }
        guard let tasks, let submission else { return [] }
        // Also where the app goes on for something else than its own work.
        system.onBackgroundRefreshChange = { isOn in if isOn { submission.submitRefused() } }
        return BackgroundPolicy.identifiers.filter { identifier in
            !tasks.register(identifier) { [weak self] task in
                // First of all: a task that ends before the next one is asked for was the last.
                submission.submit(after: identifier)
                let granted = RunningBackgroundTask(task)
                Task { @MainActor in self?.take(granted) }
            }
        }
    }

    /// Takes up an account's engine, and time for it where nobody looks: the system may suspend the
    /// app before ``run(_:)`` comes to its turn, and the database is open.
    public func prepare(_ engine: TrendyEngine) {
        self.engine = engine
        machine = BackgroundStateMachine(isInBackground: system.phase == .background)
        let budget = engine.budget
        // The system tells how long there is a moment later; whoever begins looks at once.
        engine.store.work.onReopening { budget.limit(to: TimeBudget.shortest) }
        guard machine.isInBackground else { return }
        budget.limit(to: TimeBudget.shortest)
        act(on: .workBegan)
    }

    /// Works for an account's engine until the task is cancelled; for one after the other.
    public func run(_ engine: TrendyEngine) async {
        if self.engine !== engine { prepare(engine) }
        let changes = engine.store.work.changes()
        if machine.isInBackground {
            // It may have begun or ended meanwhile.
            act(on: .workBegan)
        } else if hasComeBack {
            inbox.yield(.didReturn)
        }
        hasComeBack = false
        await withDiscardingTaskGroup { group in
            group.addTask { [inbox] in
                for await change in changes {
                    let event =
                        change == .began ? BackgroundStateMachine.Event.workBegan : .workEnded
                    inbox.yield(.machine(event))
                }
            }
            if let submission, let power {
                group.addTask { await submission.follow(power) }
            }
            for await event in inbox.messages() {
                switch event {
                case .machine(let event): act(on: event)
                case .didReturn: group.addTask { await engine.didBecomeActive() }
                case .granted(let task): group.addTask { await self.carryOut(task, engine) }
                }
            }
            // Whoever waits for its sync would wait for all of it.
            settling?.cancel()
            group.cancelAll()
        }
        settling?.cancel()
        await settling?.value
        releaseTime()
        self.engine = nil
    }

    // MARK: the system

    private func take(_ task: RunningBackgroundTask) {
        if engine == nil, let onUnattended, !onUnattended() {
            return task.complete(success: false)
        }
        inbox.yield(.granted(task))
    }

    private func changed(to phase: AppPhase) {
        // Before the system goes on: it may suspend the app as soon as this returns.
        act(on: phase == .background ? .left : .didReturn)
    }

    private func act(on event: BackgroundStateMachine.Event) {
        // Time that nobody uses is not asked for; a task may open what cannot be opened now.
        guard let engine else {
            if event == .didReturn { hasComeBack = true }
            if event == .left { submission?.submit() }
            return
        }
        for action in machine.received(event, engine.store.work.use) {
            switch action {
            case .takeTime: takeTime()
            case .releaseTime: releaseTime()
            case .settle(let sends): settle(sends: sends)
            case .abandon: abandon()
            case .submitTasks: submission?.submit()
            case .open: open()
            case .resume: inbox.yield(.didReturn)
            }
        }
    }

    private func open() {
        settling?.cancel()
        guard let engine else { return }
        engine.store.work.open()
        engine.budget.limit(to: nil)
    }

    private func takeTime() {
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

    // MARK: coming to rest

    private func settle(sends: Bool) {
        guard let engine else { return }
        let before = settling
        // Owned here: `abandon` and `run` cancel it. What hangs of an earlier one keeps nobody from
        // letting go of the database.
        settling = Task { [inbox] in
            await engine.didEnterBackground()
            if sends { await engine.sendPending() }
            if !Task.isCancelled {
                await handOver(engine)
                await letGo(of: engine, isForced: false)
                inbox.yield(.machine(.settled))
            }
            await before?.value
        }
    }

    /// The time is over: what is left is handed to the system, and the database let go of.
    private func abandon() {
        settling?.cancel()
        guard let engine else { return }
        // What is under way sees it between two steps.
        engine.budget.expire()
        let (time, before) = (token, settling)
        token = nil
        settling = Task { [system, inbox] in
            await self.handOver(engine)
            await self.letGo(of: engine, isForced: true)
            if let time { system.endBackgroundTime(time) }
            inbox.yield(.machine(.settled))
            await before?.value
        }
    }

    /// Hands to the system what there was no time or no network for, before the process may be
    /// suspended.
    private func handOver(_ engine: TrendyEngine) async {
        if let uploads, system.phase == .background { await engine.handOver(to: uploads) }
    }

    /// Lets go of the database; nothing begins from then on until the system wakes the process.
    ///
    /// Not when somebody looks at the app meanwhile, or another task has begun.
    ///
    /// - `isForced`: whether even while something is under way.
    /// - `tasks`: how many background tasks run that are over with it.
    private func letGo(of engine: TrendyEngine, isForced: Bool, tasks: Int = 0) async {
        var isWanted: Bool { system.phase != .background || machine.tasks > tasks }
        guard !isWanted else { return }
        guard await engine.store.suspend(isForced: isForced) else { return }
        guard !isWanted else { return engine.store.work.open() }
        guard !Task.isCancelled else { return }
        // Whoever has woken the app meanwhile, such as a task, has time of its own.
        engine.store.work.ifSuspended { engine.budget.expire() }
    }

    // MARK: tasks

    private func carryOut(_ task: RunningBackgroundTask, _ engine: TrendyEngine) async {
        let (expirations, expiration) = AsyncStream.makeStream(of: Void.self)
        let budget = engine.budget
        let hasTime = task.take {
            budget.expire()
            expiration.finish()
        }
        guard hasTime else { return }
        act(on: .taskBegan)
        engine.store.work.begin(isWake: true)
        let time = policy.time(for: task.identifier)
        // On the screen the app has all the time there is; two at once have that of the longer one.
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
            // Who gives the time back before it is asked for it is granted more of it.
            group.addTask {
                // Cancelled when the work is done.
                try? await engine.dependencies.clock.sleep(for: time)
                return false
            }
            let isDone = await group.next() ?? false
            group.cancelAll()
            // What does not end at once, such as a request, does not keep the system waiting.
            engine.store.work.end()
            if system.phase == .background, machine.tasks == 1 {
                await handOver(engine)
                await letGo(of: engine, isForced: !isDone, tasks: 1)
            }
            // What began meanwhile takes time of its own before that of the task is gone.
            act(on: .taskEnded)
            submission?.submitRefused()
            task.complete(success: isDone)
        }
    }
}

extension ActivityTracker {
    /// How the database is used.
    ///
    /// What hangs while writes are shut out holds nothing.
    fileprivate var use: BackgroundStateMachine.Use {
        isSuspended ? .shut : isActive ? .working : .idle
    }
}

import BackgroundTasks
import Foundation
import SimulatedBackgroundTasks
import SimulatedHealthKit
import SimulatedPhone
import SimulatedUIKit
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import UIKit

/// What a phone's system does with the app for the sake of one person's health data: it launches
/// it in the background, grants it time, suspends it when its time is over, and notes what it does
/// wrong.
final class BackgroundWorkload: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// The longest stall of the machine beside which an answer in time is to be expected: stalls
    /// add up.
    private static let shortStall = Duration.milliseconds(50)

    private unowned let device: SimulatedDevice
    private let account: String
    private let phone: Phone
    /// When the world last kept the app from answering: it ended or held the process, stopped the
    /// machine, or let the app fail to start.
    private var interrupted = Duration.zero
    /// When capture last began to read each category, and how wrong the phone's clock was then.
    private var lastReads: [HealthCategory: (time: Duration, skew: Duration)] = [:]
    /// When the app last answered a wake for a category that it had not read for long.
    private var unread: [HealthCategory: Duration] = [:]
    /// When the app was last suspended: what it was in the middle of goes on when it is woken.
    private var suspended = Duration.zero

    init(_ device: SimulatedDevice, account: String, phone: Phone) {
        self.device = device
        self.account = account
        self.phone = phone
        phone.health.systemAllowsWakes = device.world.faults.hasWakes
        // As long as all that the phone may be late with.
        let patience = Duration.seconds(30) + phone.health.behavior.jitter * 2
        phone.health.behavior.completionDeadline = patience
        Self.prepare(phone, runtime: patience, "\(device.name)-\(account)", in: device.world)
        phone.onLaunchRequest = { [weak self] in self?.launch($0) }
        phone.onProcessChange = { [weak self] in self?.processChanged(to: $0) }
        phone.onSuspend = { [weak self] in self?.held }
        phone.onFault = { [weak self] in self?.noticed($0) }
        phone.health.onStrike = { [weak self] in self?.struck($0) }
        phone.health.onAnswer = { [weak self] in self?.answered($0, after: $1) }
    }

    /// What a phone's system is like: how long it lets the app run, and when it grants it tasks.
    static func prepare(_ phone: Phone, runtime: Duration, _ name: String, in world: World) {
        phone.backgroundRuntime = runtime
        // The world says when the app has registered what it registers at its launch.
        phone.launchRuntime = .seconds(60)
        let tasks = phone.backgroundTasks
        tasks.permittedIdentifiers = Set(BackgroundPolicy.identifiers)
        tasks.isGranting = world.faults.hasTasks
        var random = world.simulation.random("tasks-\(name)")
        var behavior = tasks.behavior
        // A few times a day, as people see it.
        behavior.refreshInterval = random.duration(.seconds(4 * 3600), .seconds(24 * 3600))
        behavior.jitter = random.duration(.zero, .seconds(3600))
        behavior.earlyPerMille = random.pick([0, 100, 500])
        behavior.requestsSurviveReboot = random.happens(500)
        tasks.behavior = behavior
    }

    /// Whether the app has asked for each of its tasks, where it may.
    static func hasAskedForTasks(_ phone: Phone) -> Bool {
        let pending = Set(phone.backgroundTasks.pending.map(\.identifier))
        return !phone.isBackgroundRefreshOn || pending.isSuperset(of: BackgroundPolicy.identifiers)
    }

    private var world: World { device.world }

    /// The process of the app that belongs to this person, if there is one.
    private var process: SimulatedDevice.Process? {
        device.process?.account == account ? device.process : nil
    }

    // MARK: what the app does

    /// The app comes to life on this phone: it registers what it registers at its launch, and works
    /// in the background from then on.
    func run(_ process: SimulatedDevice.Process) async {
        guard process.isAlive else { return }
        let work = await MainActor.run { () -> BackgroundWork? in
            guard process.isAlive else { return nil }
            let sabotage = world.options.injectedBug
            let system = phone.run { ApplicationSystem(UIApplication.shared) }
            let tasks = phone.run { SystemTaskScheduler(BGTaskScheduler.shared) }
            let work = BackgroundWork(
                system: sabotage?.system?(system, process) ?? system,
                tasks: sabotage?.tasks?(tasks, process) ?? tasks,
                power: ConditionsWorkload.power(of: process.phone),
                keyValues: ProcessKeyValues(process),
                wallClock: SimulatedWallClock(world.simulation)
            )
            work.register()
            return work
        }
        guard let work else { return }
        phone.finishLaunching()
        await work.run(process.engine)
    }

    /// Sees whether capture begins to read when the app has no time any more, or has just answered.
    func begins(_ category: HealthCategory, _ process: SimulatedDevice.Process) {
        let now = world.simulation.now
        lastReads[category] = (now, device.clock.skew)
        if let answer = unread.removeValue(forKey: category), now - answer < .seconds(5),
            process.started < answer
        {
            world.violate("answered", "\(device.name) answers for \(category) before it reads")
        }
        guard isPrompt, process === self.process, !process.isHeld,
            suspended + .seconds(60) < world.simulation.now, phone.process != .suspended,
            process.engine.budget.remaining < .zero - TimeBudget.reserve - .seconds(3)
        else { return }
        world.violate("background", "\(device.name) goes on with \(category) when its time is up")
    }

    /// Whether the machine does at once what is due.
    private var isPrompt: Bool { isPrompt(for: .seconds(60)) }

    private func isPrompt(for span: Duration, stall: Duration = shortStall) -> Bool {
        world.isPrompt(for: span, after: interrupted, stall: stall)
    }

    /// Notes that no answer can be expected of what was asked until now.
    func interrupt() { interrupted = world.simulation.now }

    // MARK: what the system does

    /// The system wants the app to run.
    private func launch(_ reason: LaunchReason) {
        guard world.phase == .faults, device.process == nil, device.account == account,
            device.isSignedIn, !device.isSigningIn
        else { return interrupt() }
        do {
            try device.start(reason)
            world.coverage.reached(.launchedInBackground)
            if reason == .backgroundTask { world.coverage.reached(.launchedForTask) }
        } catch {
            // The phone tries again, as it does with an app that crashes at its launch.
            interrupt()
        }
    }

    private func processChanged(to state: AppProcess) {
        guard let process else { return }
        switch state {
        case .suspended:
            process.suspension.begin()
            device.log.begin(.suspended, at: device.date)
            suspended = world.simulation.now
        case .background:
            if process.suspension.isOn { world.coverage.reached(.wokenFromSuspension) }
            device.log.end(.suspended, at: device.date)
            process.suspension.end()
        case .foreground:
            device.log.end(.suspended, at: device.date)
            process.suspension.end()
        case .notRunning:
            interrupt()
            // The system has ended it by itself.
            if process.isAlive { device.noteEnd(of: process) }
        }
    }

    /// What the app holds as it is suspended: its database, unless it has let go of it.
    private var held: String? {
        // Beside any stall the app's main thread may be late for what begins at the last moment.
        guard let process, isPrompt(for: .seconds(60), stall: .zero),
            !process.isHeld
        else { return nil }
        if !Self.hasAskedForTasks(phone) {
            world.violate("tasks", "\(device.name) is suspended and has not asked to run again")
        }
        return process.engine.store.work.isSuspended ? nil : "the database"
    }

    /// The app has done something that the system ends apps for, or takes note of: its own fault,
    /// unless the world interfered.
    private func noticed(_ fault: PhoneFault) {
        guard isPrompt, let process, !process.isHeld else { return }
        world.violate("background", "\(device.name): \(fault)")
    }

    /// The app says that it is done with a wake.
    ///
    /// It has read what it was woken for, did so not long before and does it again soon, or cannot
    /// now: whoever reads right after that has answered first.
    private func answered(_ type: String, after span: TimeInterval) {
        let now = world.simulation.now
        let options = HealthCaptureOptions()
        guard .seconds(span) < options.wakeTime, isPrompt, let process, !process.isHeld,
            !process.engine.budget.isOver,
            let category = CaptureWorkload.categories(of: world).first(where: { category in
                category.types.contains { $0.identifier == type }
            })
        else { return }
        let last = lastReads[category]
        // A clock that was set since makes the pause after it longer, or shorter.
        guard last?.skew ?? device.clock.skew == device.clock.skew,
            now - (last?.time ?? .zero) > options.maximumPause + .seconds(60)
        else { return }
        unread[category] = now
    }

    /// A wake was not answered: the app's own fault, unless the world interfered.
    private func struck(_ type: String) {
        let now = world.simulation.now
        let since = now - phone.health.behavior.completionDeadline
        guard isPrompt(for: .seconds(60)), let process, !process.isHeld,
            process.started <= since, max(interrupted, world.stalled) < since
        else { return }
        world.violate("answered", "\(device.name) left a wake for \(type) without an answer")
    }
}

extension SimulatedDevice.Process {
    /// Nothing runs by itself from now on, but that places are watched.
    func quiesce() {
        background?.cancel()
        showing?.cancel()
        engine.cancel()
        if phone.isPoweredOn { phone.launch(.user) }
        hasAllTime()
        let places = engine.places
        visits = Task { await places?.run() }
    }

    /// What it does takes as long as it takes.
    func hasAllTime() {
        engine.store.work.open()
        engine.budget.limit(to: nil)
    }
}

extension SimulatedDevice {
    /// Whether the person can use the app: it comes to the front, unless something holds it.
    func comesToFront(_ process: Process) async throws -> Bool {
        guard !process.isHeld else { return false }
        let phone = health(of: process.account).phone
        guard phone.process != .foreground else { return true }
        phone.launch(.user)
        // Nobody is faster than the system that brings it there.
        try await world.simulation.sleep(for: .seconds(1))
        return process.isAlive && !process.isHeld
    }

    /// The person looks at something else.
    func leave(_ process: Process) {
        health(of: process.account).phone.enterBackground()
    }

    /// The phone starts anew, and is locked.
    func reboot() {
        kill()
        log.begin(.locked, at: date)
        for phone in phones { phone.reboot() }
    }
}

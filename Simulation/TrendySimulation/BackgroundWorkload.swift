import BackgroundTasks
import Foundation
import SimulatedAppServices
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import UIKit

/// The background behaviour of a phone's system for one person's app: it launches the app in the
/// background, grants it time, suspends it, and records its faults.
final class BackgroundWorkload: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// The longest stall under which a timely answer is still expected; stalls accumulate.
    private static let shortStall = Duration.milliseconds(50)

    private unowned let device: SimulatedDevice
    private let account: String
    private let phone: Phone
    /// The time at which the world last kept the app from answering: it ended or suspended the
    /// process, stalled the machine, or made the app's start fail.
    private var interrupted = Duration.zero
    /// For each category, the time of the last read by capture and the skew of the phone's clock at
    /// that time.
    private var lastReads: [HealthMetric: (time: Duration, skew: Duration)] = [:]
    /// The last answered wake for a category that had not been read for long.
    private var unread: [HealthMetric: Duration] = [:]
    /// The time of the last suspension; interrupted work continues at the next wake.
    private var suspended = Duration.zero

    init(_ device: SimulatedDevice, account: String, phone: Phone) {
        self.device = device
        self.account = account
        self.phone = phone
        phone.health.systemAllowsWakes = device.world.faults.hasWakes
        // The sum of all delays that the phone can have.
        let patience = Duration.seconds(30) + phone.health.behavior.jitter * 2
        phone.health.behavior.completionDeadline = patience
        Self.prepare(phone, runtime: patience, "\(device.name)-\(account)", in: device.world)
        phone.onLaunchRequest = { [weak self] in self?.launch($0) }
        phone.onProcessChange = { [weak self] in self?.processChanged(to: $0) }
        phone.onSuspend = { [weak self] in self?.held }
        phone.onFault = { [weak self] in self?.handleFault($0) }
        phone.health.onStrike = { [weak self] in self?.handleMissedCompletion($0) }
        phone.health.onAnswer = { [weak self] in self?.answered($0, after: $1) }
    }

    /// Configures a phone's system: the background runtime and when it grants tasks.
    static func prepare(_ phone: Phone, runtime: Duration, _ name: String, in world: World) {
        phone.backgroundRuntime = runtime
        // The world ends the launch once the app has registered its handlers.
        phone.launchRuntime = .seconds(60)
        let tasks = phone.backgroundTasks
        tasks.permittedIdentifiers = Set(BackgroundPolicy.identifiers)
        tasks.isGranting = world.faults.hasTasks
        var random = world.simulation.random("tasks-\(name)")
        var behavior = tasks.behavior
        // A few times a day, as observed in practice.
        behavior.refreshInterval = random.duration(.seconds(4 * 3600), .seconds(24 * 3600))
        behavior.jitter = random.duration(.zero, .seconds(3600))
        behavior.earlyPerMille = random.pick([0, 100, 500])
        behavior.requestsSurviveReboot = random.happens(500)
        tasks.behavior = behavior
    }

    /// Whether the app has requested each of its tasks, where it may.
    static func hasAskedForTasks(_ phone: Phone) -> Bool {
        let pending = Set(phone.backgroundTasks.pending.map(\.identifier))
        return !phone.isBackgroundRefreshOn || pending.isSuperset(of: BackgroundPolicy.identifiers)
    }

    private var world: World { device.world }

    /// The running process of this person's app, if there is one.
    private var process: SimulatedDevice.Process? {
        device.process?.account == account ? device.process : nil
    }

    // MARK: what the app does

    /// Starts the app's background work on this phone: it registers its launch handlers and then
    /// works in the background.
    func run(_ process: SimulatedDevice.Process) async {
        guard process.isAlive else { return }
        let work = await MainActor.run { () -> BackgroundWork? in
            guard process.isAlive else { return nil }
            let bug = world.options.injectedBug
            let system = phone.run { ApplicationSystem(UIApplication.shared) }
            let tasks = phone.run { SystemTaskScheduler(BGTaskScheduler.shared) }
            let work = BackgroundWork(
                system: bug?.system?(system, process) ?? system,
                tasks: bug?.tasks?(tasks, process) ?? tasks,
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

    /// Checks that capture does not begin to read when the background time is over or the wake was
    /// just completed.
    func begins(_ category: HealthMetric, _ process: SimulatedDevice.Process) {
        let now = world.simulation.now
        lastReads[category] = (now, device.clock.skew)
        if let answer = unread.removeValue(forKey: category), now - answer < .seconds(5),
            process.started < answer
        {
            world.violate(
                "answered",
                "\(device.name) completes a wake for \(category) before it reads"
            )
        }
        guard isPrompt, process === self.process, !process.isHeld,
            suspended + .seconds(60) < world.simulation.now, phone.process != .suspended,
            process.engine.budget.remaining < .zero - TimeBudget.reserve - .seconds(3)
        else { return }
        world.violate(
            "background",
            "\(device.name) starts to read \(category) after its background time"
        )
    }

    /// Whether the machine currently runs due work without delay.
    private var isPrompt: Bool { isPrompt(for: .seconds(60)) }

    private func isPrompt(for span: Duration, stall: Duration = shortStall) -> Bool {
        world.isPrompt(for: span, after: interrupted, stall: stall)
    }

    /// Notes that pending requests cannot be expected to be answered.
    func interrupt() { interrupted = world.simulation.now }

    // MARK: what the system does

    /// The system launches the app in the background.
    private func launch(_ reason: LaunchReason) {
        guard world.phase == .faults, device.process == nil, device.account == account,
            device.isSignedIn, !device.isSigningIn
        else { return interrupt() }
        do {
            try device.start(reason)
            world.coverage.reached(.launchedInBackground)
            if reason == .backgroundTask { world.coverage.reached(.launchedForTask) }
        } catch {
            // The phone retries, as after a crash at launch.
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
            // The system has already ended the process.
            if process.isAlive { device.noteEnd(of: process) }
        }
    }

    /// The resource that the app holds at suspension: its database, unless it has released it.
    private var held: String? {
        // Apart from stalls, the main thread can be late for work that starts at the last moment.
        guard let process, isPrompt(for: .seconds(60), stall: .zero),
            !process.isHeld
        else { return nil }
        if !Self.hasAskedForTasks(phone) {
            world.violate(
                "tasks",
                "\(device.name) is suspended without a scheduled background task"
            )
        }
        return process.engine.store.work.isSuspended ? nil : "the database"
    }

    /// Handles a fault of the app for which the system terminates it or which the system records.
    ///
    /// It is a violation unless the world interfered.
    private func handleFault(_ fault: PhoneFault) {
        guard isPrompt, let process, !process.isHeld else { return }
        world.violate("background", "\(device.name): \(fault)")
    }

    /// Checks a completed wake.
    ///
    /// The app has read the category, has read it shortly before and reads it again soon, or cannot
    /// read now. An app that reads directly after the completion completed too early.
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
        // A clock change since then makes the following pause longer or shorter.
        guard last?.skew ?? device.clock.skew == device.clock.skew,
            now - (last?.time ?? .zero) > options.maximumPause + .seconds(60)
        else { return }
        unread[category] = now
    }

    /// Handles a wake that was not completed in time.
    ///
    /// It is a violation unless the world interfered.
    private func handleMissedCompletion(_ type: String) {
        let now = world.simulation.now
        let since = now - phone.health.behavior.completionDeadline
        guard isPrompt(for: .seconds(60)), let process, !process.isHeld,
            process.started <= since, max(interrupted, world.stalled) < since
        else { return }
        world.violate("answered", "\(device.name) did not complete a wake for \(type)")
    }
}

extension SimulatedDevice.Process {
    /// Stops all background work except for region monitoring.
    func quiesce() {
        background?.cancel()
        showing?.cancel()
        engine.cancel()
        if phone.isPoweredOn { phone.launch(.user) }
        hasAllTime()
        let places = engine.places
        visits = Task { await places?.run() }
    }

    /// Removes the limit on background time.
    func hasAllTime() {
        engine.store.work.open()
        engine.budget.limit(to: nil)
    }
}

extension SimulatedDevice {
    /// Brings the app to the foreground, unless a fault holds it; returns whether it did.
    func comesToFront(_ process: Process) async throws -> Bool {
        guard !process.isHeld else { return false }
        let phone = health(of: process.account).phone
        guard phone.process != .foreground else { return true }
        phone.launch(.user)
        // A person cannot act faster than the system brings the app to the foreground.
        try await world.simulation.sleep(for: .seconds(1))
        return process.isAlive && !process.isHeld
    }

    /// The person switches to another app.
    func leave(_ process: Process) {
        health(of: process.account).phone.enterBackground()
    }

    /// Reboots the phone; it is locked afterwards.
    func reboot() {
        kill()
        log.begin(.locked, at: date)
        for phone in phones { phone.reboot() }
    }
}

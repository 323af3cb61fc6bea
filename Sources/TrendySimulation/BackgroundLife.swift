import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces

/// What a phone's system does with the app for the sake of one person's health data: it launches
/// it in the background, suspends it when its time is over, and counts what it does not answer.
final class BackgroundLife: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// The longest stall of the machine beside which an answer in time is to be expected.
    private static let shortStall = Duration.seconds(1)

    private unowned let device: SimulatedDevice
    private let account: String
    private let phone: Phone
    /// When the world last kept the app from answering: it ended or held the process, stopped the
    /// machine, or let the app fail to start.
    private var interrupted = Duration.zero

    init(_ device: SimulatedDevice, account: String, phone: Phone) {
        self.device = device
        self.account = account
        self.phone = phone
        phone.health.systemAllowsWakes = device.world.faults.hasWakes
        // As long as all that the phone may be late with.
        let patience = Duration.seconds(30) + phone.health.behavior.jitter * 2
        phone.health.behavior.completionDeadline = patience
        phone.backgroundRuntime = patience
        phone.onLaunchRequest = { [weak self] in self?.launch($0) }
        phone.onProcessChange = { [weak self] in self?.processChanged(to: $0) }
        phone.health.onStrike = { [weak self] in self?.struck($0) }
    }

    private var world: World { device.world }

    /// The process of the app that belongs to this person, if there is one.
    private var process: SimulatedDevice.Process? {
        device.process?.account == account ? device.process : nil
    }

    /// How much of its time in the background an app leaves unused.
    private static let reserve = Duration.seconds(15)

    /// Whether the app is about to be suspended, as it can ask its system.
    var isTimeUp: Bool { isTimeUp(since: .zero) }

    /// Whether it was to begin nothing more for so long already.
    private func isTimeUp(since span: Duration) -> Bool {
        phone.process == .background && phone.backgroundTimeRemaining <= Self.reserve - span
    }

    /// Sees whether capture begins to read when it should end.
    func begins(_ category: HealthCategory, _ process: SimulatedDevice.Process) {
        guard isPrompt, isTimeUp(since: .seconds(5)), process === self.process else { return }
        world.violate("background", "\(device.name) goes on with \(category) when its time is up")
    }

    /// Whether the machine does at once what is due, but for a second.
    private var isPrompt: Bool {
        let policy = world.simulation.policy
        return world.phase == .faults
            && (policy.stallPerMille == 0 || policy.horizon <= Self.shortStall)
            && world.stalled + .seconds(60) < world.simulation.now
    }

    /// Notes that no answer can be expected of what was asked until now.
    func interrupt() { interrupted = world.simulation.now }

    /// The system wants the app to run.
    private func launch(_ reason: LaunchReason) {
        guard world.phase == .faults, device.process == nil, device.account == account,
            device.isSignedIn, !device.isSigningIn
        else { return interrupt() }
        do {
            try device.start(reason)
            world.marks.reached(.launchedInBackground)
        } catch {
            // The phone tries again, as it does with an app that crashes at its launch.
            interrupt()
        }
    }

    private func processChanged(to state: AppProcess) {
        guard let process else { return }
        switch state {
        case .suspended:
            process.isSuspended = true
        case .background:
            if process.isSuspended { world.marks.reached(.wokenFromSuspension) }
            process.goOn()
        case .foreground:
            process.goOn()
        case .notRunning:
            interrupt()
        }
    }

    /// A wake was not answered: the app's own fault, unless the world interfered.
    private func struck(_ type: String) {
        let now = world.simulation.now
        let since = now - phone.health.behavior.completionDeadline
        guard isPrompt, let process, !process.isHeld, process.started <= since,
            max(interrupted, world.stalled) < since
        else { return }
        world.violate("answered", "\(device.name) left a wake for \(type) without an answer")
    }
}

extension SimulatedDevice.Process {
    /// Waits until the system lets the app go on.
    func waitWhileSuspended() async throws {
        while isSuspended, isAlive {
            let simulation = device.world.simulation
            let wait = Task { try await simulation.sleep(for: .seconds(30 * 86_400)) }
            frozen.append(wait)
            // It ends early when the process goes on.
            _ = await wait.result
            if simulation.isOver { throw CancellationError() }
        }
    }

    /// Nothing runs by itself from now on, but that places are watched.
    func comeToRest() {
        engine.cancel()
        let places = engine.places
        visits = Task { await places?.run() }
    }

    /// Whoever waits goes on.
    func goOn() {
        isSuspended = false
        for wait in frozen { wait.cancel() }
        frozen = []
    }
}

extension SimulatedDevice {
    /// Whether the person can use the app: it comes to the front, unless something holds it.
    func comesToFront(_ process: Process) -> Bool {
        guard !process.isHeld else { return false }
        let phone = health(of: process.account).phone
        guard phone.process != .foreground else { return true }
        phone.launch(.user)
        Task { await process.engine.becameActive() }
        return true
    }

    /// The person looks at something else.
    func leave(_ process: Process) {
        health(of: process.account).phone.enterBackground()
    }

    /// The person swipes the app away.
    func forceQuit() {
        for phone in phones { phone.forceQuit() }
        kill()
    }

    /// The phone starts anew, and is locked.
    func reboot() {
        kill(losesPower: false)
        for phone in phones { phone.reboot() }
    }
}

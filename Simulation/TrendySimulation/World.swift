// TrendySimulation: the real devices and the real server in a simulated world.

import Foundation
import Logging
import SimulatedAppServices
import SimulatedPhone
import SimulationKit
import TrendyModel

/// The configuration of a simulated world.
package struct WorldOptions: Sendable {
    /// The number of devices, spread over the accounts.
    package var devices = 3
    /// The number of virtual days with faults; the calm phase follows.
    package var days = 7
    /// The fault mix; drawn from the seed when `nil`.
    package var faults: FaultMix?
    /// Faults that are excluded from every mix.
    package var without: Set<Fault> = []
    /// Whether every person has one account and visits places all day, and all phones miss
    /// crossings, regardless of the seed.
    package var isRestless = false
    /// Whether people act at least every hour and devices sync at least every three hours,
    /// regardless of the seed.
    package var isBusy = false
    /// Whether the machine runs all due work without delay, regardless of the seed.
    package var isPrompt = false
    /// A bug that is injected into the devices or the server.
    package var injectedBug: InjectedBug?
    /// Entities, by their textual ids, whose sent mutations are all logged.
    package var followed: Set<String> = []

    /// Three devices, a week, all faults.
    package init() {}
}

/// Devices, people, a network and a server in one simulation.
///
/// A run has two phases. In the first, any fault can occur; in the calm phase none occurs, and all
/// replicas must agree within a bounded time.
final class World: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// The longest duration of the calm phase until all replicas agree.
    static let reconciliationWindow = Duration.seconds(3 * 86_400)

    let simulation: Simulation
    let options: WorldOptions
    let faults: FaultMix
    let model: ExpectedState
    let wire: WireChecker
    let coverage = CoveragePoints()
    private(set) lazy var onboardings = OnboardingOracle(self)
    private(set) lazy var server = SimulatedServer(self)
    private(set) var devices: [SimulatedDevice] = []
    /// Phones that run the whole app.
    private(set) var apps: [AppPhone] = []
    /// The expected records of the people with these phones.
    let appOracle = AppOracle()
    /// All phones.
    var phones: [any WorldPhone] { devices + apps }
    /// The expected steps of each account's person.
    private(set) var walks: [String: StepOracle] = [:]
    /// The other expected health data of each account's person.
    private(set) var healthOracles: [String: [HealthOracle]] = [:]
    /// The true location of each account's person.
    private(set) var locationOracle: [String: LocationOracle] = [:]
    private(set) var phase = Phase.setup
    /// The long stalls of the machine, in order.
    var stalls: [ClosedRange<Duration>] = []
    /// The stalls in true wall-clock time, which phones use for their records.
    var stallDates: [ClosedRange<Date>] {
        stalls.map {
            Date(Simulation.beginning + $0.lowerBound)...Date(Simulation.beginning + $0.upperBound)
        }
    }
    /// The end of the last stall.
    var stalled: Duration { stalls.last?.upperBound ?? .zero }
    private(set) var violation: Violation?

    /// A phase of a run.
    enum Phase {
        /// Accounts are created; no faults occur yet.
        case setup
        /// All faults of the mix can occur.
        case faults
        /// No fault occurs any more.
        case calm
        /// The apps are open and work on their own, connected to the server's change stream.
        case connected
        /// A person controls the phones; no fault occurs on its own. See ``PhoneWorld``.
        case interactive
    }

    init(_ simulation: Simulation, _ options: WorldOptions) {
        self.simulation = simulation
        self.options = options
        var random = simulation.random("faults")
        var faults = options.faults ?? FaultMix(drawnFrom: &random)
        if options.isRestless {
            (faults.accounts, faults.hasPoorRegions, faults.hasPlacesEarly) = (1, true, true)
        }
        if options.isBusy {
            faults.actions = min(faults.actions, .seconds(3600))
            faults.syncs = min(faults.syncs, .seconds(3 * 3600))
        }
        options.injectedBug?.faults?(&faults)
        for fault in options.without.sorted(by: { $0.rawValue < $1.rawValue }) {
            fault.remove(from: &faults)
        }
        self.faults = faults
        model = ExpectedState()
        wire = WireChecker()
    }

    static let silentLogger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }

    /// Reports a violated invariant; the run ends after this step.
    func violate(_ checker: String, _ detail: String) {
        guard violation == nil else { return }
        violation = Violation(checker: checker, detail: detail)
        simulation.log("VIOLATION \(checker): \(detail)")
    }

    /// The largest delay of each step of the machine, in seconds.
    var maximumDeliveryDelay: Double {
        let policy = simulation.policy
        return policy.stallPerMille == 0 ? 0 : policy.horizon / .seconds(1)
    }

    /// Whether the machine has run all due work without delay for some time.
    ///
    /// - `interruption`: the time at which the world last kept the app from its work.
    /// - `stall`: the longest accepted stall.
    func isPrompt(for span: Duration, after interruption: Duration, stall: Duration) -> Bool {
        let policy = simulation.policy
        return phase == .faults && (policy.stallPerMille == 0 || policy.horizon <= stall)
            && max(stalled, interruption) + span < simulation.now
    }

    /// Whether an invariant was violated; later reports are ignored.
    var isViolated: Bool { violation != nil }

    /// Throws if an invariant was violated.
    func throwIfViolated() throws {
        if let violation { throw violation }
    }

    /// Runs both phases and the final checks.
    func run() async throws {
        simulation.afterStep = { [unowned self] in
            if SimulatedDisk.isAnyDead {
                for device in devices { device.noteDeath() }
                for phone in apps { phone.noticeDeath() }
            }
            try throwIfViolated()
        }
        try await server.start()
        makePeopleAndDevices()
        for device in devices {
            await lookAround(on: device)
            try await device.signIn()
        }
        apps = (0..<faults.apps).map { AppPhone(self, index: $0) }
        if let first = apps.first { try await appOracle.makeAccounts(from: first) }
        phase = .faults
        let end = simulation.now + .seconds(Int64(options.days) * 86_400)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices {
                group.addTask { try await UserActor(device).act(until: end) }
            }
            for phone in apps {
                group.addTask { try await AppUserActor(phone).act(until: end) }
            }
            group.addTask { try await FaultScheduler(self).run(until: end) }
            // Ends actions that people began on a machine that stalls at every other step.
            simulation.after(end + Self.reconciliationWindow - simulation.now) { [simulation] in
                simulation.maximumStall = Convergence.maximumStall
            }
            try await group.waitForAll()
        }
        try throwIfViolated()
        beginCalm()
        for device in devices { device.process?.quiesce() }
        for device in devices {
            guard let process = device.process else { continue }
            // The app's work at its end closes the database and limits the background time.
            await process.background?.value
            process.hasAllTime()
        }
        try await Convergence(self).run()
        try await FinalChecks(self).run()
        try throwIfViolated()
        try await ArrivalCheck(self).run()
        for device in devices { await device.stop() }
        await server.stop()
        // Tasks that wait for a phone whose app has ended are resumed with an error.
        try await simulation.sleep(for: .seconds(1))
        try throwIfViolated()
    }

    /// Creates the expected data of each account's person, and the devices.
    private func makePeopleAndDevices() {
        let accounts = (0..<faults.accounts).map { UserActor.account($0) }
        var random = simulation.random("walks")
        for account in accounts {
            walks[account] = StepOracle(&random)
            healthOracles[account] = faults.healthOracles.map { HealthOracle($0) }
            var ways = simulation.random("whereabouts-\(account)")
            locationOracle[account] = LocationOracle(
                &ways,
                flights: faults.hasFarTravel ? simulation.random("flights-\(account)") : nil,
                from: simulation.wallTime,
                days: options.days,
                isRestless: options.isRestless
            )
            if locationOracle[account]?.flies == true { coverage.reached(.farAway) }
        }
        for index in 0..<options.devices {
            devices.append(
                SimulatedDevice(self, index: index, account: accounts[index % accounts.count])
            )
        }
    }

    /// Lets the apps that start from now on work on their own, on a prompt machine.
    func connectApps() {
        phase = .connected
        simulation.maximumStall = .zero
    }

    /// Whether phones keep the server's change stream open.
    var hasOpenStreams: Bool { phase == .connected || phase == .interactive }

    /// Starts the server and phones that run the whole app, for a person to control.
    func startInteractively(phones: Int) async throws {
        phase = .interactive
        simulation.maximumStall = .zero
        simulation.afterStep = { [unowned self] in
            if SimulatedDisk.isAnyDead { for phone in apps { phone.noticeDeath() } }
        }
        try await server.start()
        apps = (0..<phones).map { AppPhone(self, index: $0) }
    }

    /// Ends the faults and the background tasks of all phones.
    private func beginCalm() {
        phase = .calm
        simulation.log("calm")
        for device in phones {
            for phone in device.phones {
                phone.backgroundTasks.isGranting = false
                // An app that starts now runs no tasks, including those granted before.
                phone.launchRuntime = Self.reconciliationWindow
                for run in phone.backgroundTasks.runs {
                    if run.outcome == .succeeded { coverage.reached(.taskCompleted) }
                    if run.expired != nil { coverage.reached(.taskExpired) }
                }
            }
        }
    }
}

/// A violated invariant.
package struct Violation: Error, Sendable, CustomStringConvertible {
    /// The name of the check.
    package var checker: String
    /// A description of the violation.
    package var detail: String

    /// The check and the description.
    package var description: String { "\(checker): \(detail)" }
}

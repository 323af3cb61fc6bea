// TrendySimulation: the real devices and the real server in a simulated world.

import Foundation
import Logging
import SimulatedBackgroundTasks
import SimulatedPhone
import SimulationKit
import TrendyModel

/// What a run of the world is made of.
public struct WorldOptions: Sendable {
    /// Devices, spread over the accounts.
    public var devices = 3
    /// Virtual days with faults; calm follows.
    public var days = 7
    /// The faults; drawn from the seed when `nil`.
    public var faults: FaultMix?
    /// Faults that do not happen, whatever the seed says.
    public var without: Set<Fault> = []
    /// Whether everybody has one account and goes from place to place all day, and all phones miss
    /// crossings, whatever the seed says.
    public var isRestless = false
    /// A mistake that is built into the devices or the server.
    public var injectedBug: InjectedBug?
    /// Entities of which the trace tells all that devices send, ids as they are written.
    public var followed: Set<String> = []

    /// Three devices, a week, every fault.
    public init() {}
}

/// Devices, people, a network and a server in one simulation.
///
/// Two phases: in the first everything may go wrong; in the second nothing does, and within a
/// bounded time all must agree.
final class World: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// The longest that calm may last until all agree.
    static let reconciliationWindow = Duration.seconds(3 * 86_400)

    let simulation: Simulation
    let options: WorldOptions
    let faults: FaultMix
    let model: ExpectedState
    let wire: WireChecker
    let coverage = CoveragePoints()
    private(set) lazy var onboardings = Onboardings(self)
    private(set) lazy var server = SimulatedServer(self)
    private(set) var devices: [SimulatedDevice] = []
    /// Phones on which the whole app runs.
    private(set) var apps: [AppPhone] = []
    /// What the people of those did.
    let appOracle = AppOracle()
    /// All phones.
    var phones: [any WorldPhone] { devices + apps }
    /// Where the person of each account walked.
    private(set) var walks: [String: Walks] = [:]
    /// What HealthKit knows of the person of each account besides.
    private(set) var healthOracles: [String: [HealthOracle]] = [:]
    /// Where the person of each account is.
    private(set) var locationOracle: [String: LocationOracle] = [:]
    private(set) var phase = Phase.setup
    /// When the machine stood still for long, one time after the other.
    var stalls: [ClosedRange<Duration>] = []
    /// The same by the true wall time, in which phones keep their records.
    var stallDates: [ClosedRange<Date>] {
        stalls.map {
            Date(Simulation.beginning + $0.lowerBound)...Date(Simulation.beginning + $0.upperBound)
        }
    }
    /// When it last did.
    var stalled: Duration { stalls.last?.upperBound ?? .zero }
    private var violation: Violation?

    /// What a run goes through.
    enum Phase {
        /// Accounts are made; nothing goes wrong yet.
        case setup
        /// Everything may go wrong.
        case faults
        /// Nothing goes wrong any more.
        case calm
    }

    init(_ simulation: Simulation, _ options: WorldOptions) {
        self.simulation = simulation
        self.options = options
        var random = simulation.random("faults")
        var faults = options.faults ?? FaultMix(drawnFrom: &random)
        if options.isRestless {
            (faults.accounts, faults.hasPoorRegions, faults.hasPlacesEarly) = (1, true, true)
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

    /// Reports that a promise was broken; the run ends after this step.
    func violate(_ checker: String, _ detail: String) {
        guard violation == nil else { return }
        violation = Violation(checker: checker, detail: detail)
        simulation.log("VIOLATION \(checker): \(detail)")
    }

    /// How much later than it is due each step of the machine may be, in seconds.
    var maximumDeliveryDelay: Double {
        let policy = simulation.policy
        return policy.stallPerMille == 0 ? 0 : policy.horizon / .seconds(1)
    }

    /// Whether the machine has done at once what was due, for some time.
    ///
    /// - `interruption`: when the world last kept what is judged from its work.
    /// - `stall`: the longest stall beside which that can be said.
    func isPrompt(for span: Duration, after interruption: Duration, stall: Duration) -> Bool {
        let policy = simulation.policy
        return phase == .faults && (policy.stallPerMille == 0 || policy.horizon <= stall)
            && max(stalled, interruption) + span < simulation.now
    }

    /// Whether a promise was broken; what is told after that helps nobody.
    var isViolated: Bool { violation != nil }

    /// Ends the run when a promise was broken.
    func throwIfViolated() throws {
        if let violation { throw violation }
    }

    /// Runs both phases and the checks at the end.
    func run() async throws {
        simulation.afterStep = { [unowned self] in
            if SimulatedDisk.isAnyDead {
                for device in devices { device.noteDeath() }
                for phone in apps { phone.noticeDeath() }
            }
            try throwIfViolated()
        }
        try await server.start()
        let accounts = (0..<faults.accounts).map { UserActor.account($0) }
        var random = simulation.random("walks")
        for account in accounts {
            walks[account] = Walks(&random)
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
                group.addTask { try await UserActor(device).live(until: end) }
            }
            for phone in apps {
                group.addTask { try await AppUserActor(phone).live(until: end) }
            }
            group.addTask { try await FaultScheduler(self).run(until: end) }
            // What people began on a machine that stands still at every other step comes to an end.
            simulation.after(end + Self.reconciliationWindow - simulation.now) { [simulation] in
                simulation.maximumStall = Convergence.maximumStall
            }
            try await group.waitForAll()
        }
        try throwIfViolated()
        phase = .calm
        simulation.log("calm")
        for device in phones {
            for phone in device.phones {
                phone.backgroundTasks.isGranting = false
                // An app that starts now runs no tasks, also none that was granted before.
                phone.launchRuntime = Self.reconciliationWindow
                for run in phone.backgroundTasks.runs {
                    if run.outcome == .succeeded { coverage.reached(.taskCompleted) }
                    if run.expired != nil { coverage.reached(.taskExpired) }
                }
            }
        }
        for device in devices { device.process?.quiesce() }
        for device in devices {
            guard let process = device.process else { continue }
            // What it still does as it ends shuts the database, and limits the time.
            await process.background?.value
            process.hasAllTime()
        }
        try await Convergence(self).run()
        try await FinalChecks(self).run()
        for device in devices { await device.stop() }
        await server.stop()
        // Whoever waits for a phone whose app has ended is told so.
        try await simulation.sleep(for: .seconds(1))
        try throwIfViolated()
    }
}

/// A promise that was broken.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// Which one.
    public var checker: String
    /// How.
    public var detail: String

    /// The promise and how it was broken.
    public var description: String { "\(checker): \(detail)" }
}

import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore
import TrendySync
import TrendyWire

/// A phone: its disk and keychain, which outlive its processes, and the process that runs.
final class SimulatedDevice: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    unowned let world: World
    let index: Int
    let disk: SimulatedDisk
    let clock: SimulatedWallClock
    /// Whether the app that is installed is older than its data.
    var isDowngraded = false
    /// Whether a snapshot was ever read here.
    var hasBootstrapped = false
    /// Whether the data is of an app that was older than the one that starts next.
    var isUpdated = false
    /// Accounts whose databases a newer app has migrated.
    private var newerSchemas: Set<String> = []
    /// What HealthKit has on this phone, by the person who owns it.
    private var health: [String: SimulatedHealth] = [:]
    /// What it went through.
    var log = PhoneLog()
    var networkRandom: SplitMix64
    /// What the app keeps for its first frame.
    var texts: [String: String] = [:]
    var textRandom: SplitMix64
    /// Who is signed in.
    private(set) var account: String
    /// Everybody who ever was.
    private(set) var accounts: [String] = []
    private(set) var process: Process?
    private let random: SharedRandom
    private var sessions: [String: Session] = [:]

    /// Whether somebody has signed in for whom no process has begun yet.
    private var hasSignedInAnew = false
    /// Whether somebody is signing in just now.
    private(set) var isSigningIn = false
    /// Whether there is a session to start the app with.
    var isSignedIn: Bool { sessions[account] != nil }

    /// Neither requests nor answers get through.
    var isPartitioned = false
    /// Requests get through, answers do not.
    var isDeaf = false
    /// A captive portal answers everything.
    var isInPortal = false

    init(_ world: World, index: Int, account: String) {
        self.world = world
        self.index = index
        self.account = account
        let simulation = world.simulation
        disk = SimulatedDisk(name: "d\(index)", random: simulation.random("disk-\(index)"))
        networkRandom = simulation.random("network-\(index)")
        textRandom = simulation.random("texts-\(index)")
        random = SharedRandom(simulation.random("device-\(index)"))
        var skews = simulation.random("skew-\(index)")
        let most = world.faults.largestSkew
        clock = SimulatedWallClock(simulation, skew: skews.duration(.zero - most, most))
    }

    var name: String { "d\(index)" }

    /// What HealthKit has on this phone of a person.
    func health(of account: String) -> SimulatedHealth {
        if let found = health[account] { return found }
        let made = SimulatedHealth(world.simulation, name: "\(name)-\(account)")
        made.background = BackgroundLife(self, account: account, phone: made.phone)
        health[account] = made
        PlaceLife.prepare(made.phone, of: account, on: self)
        return made
    }

    /// The phone as it is of a person; `nil` when they never used it.
    func phone(of account: String) -> Phone? { health[account]?.phone }

    /// A process of the app; what belongs to one that is gone has no effect.
    final class Process: @unchecked Sendable {
        // Unchecked: as the device.
        let device: SimulatedDevice
        let account: String
        let dependencies: Dependencies
        fileprivate(set) var isAlive = true
        fileprivate var startedEngine: TrendyEngine?
        /// Builds a mistake in before anything else happens.
        fileprivate(set) var spoiling: Task<Void, any Error>?
        var isSuspended = false
        /// Whether the world keeps it suspended, whatever wakes it.
        fileprivate(set) var isHeld = false
        /// When it began.
        let started: Duration
        /// What waits until the system lets the app go on.
        var frozen: [Task<Void, any Error>] = []
        /// Keeps watching places when nothing else runs by itself any more.
        var visits: Task<Void, Never>?
        /// What the app does while nobody looks at it.
        var background: Task<Void, Never>?
        /// Shows the person around, where people are shown around.
        var onboarding: OnboardingLife?
        /// What does.
        var showing: Task<Void, Never>?
        /// Whether the person has signed in, for the first time or again, just before it began.
        fileprivate(set) var hasSignedInAnew = false

        init(device: SimulatedDevice, account: String, dependencies: Dependencies) {
            self.device = device
            self.account = account
            self.dependencies = dependencies
            started = device.world.simulation.now
        }

        /// The database; a process that signs in has none yet.
        var store: DeviceStore? { startedEngine?.store }

        /// The app's engine; a process that signs in has none yet.
        var engine: TrendyEngine {
            guard let startedEngine else { preconditionFailure("The app has not started") }
            return startedEngine
        }
    }

    /// Makes the account or signs in to it, and starts the app.
    func signIn() async throws {
        guard !isSigningIn else { return }
        isSigningIn = true
        defer { isSigningIn = false }
        if !accounts.contains(account) { accounts.append(account) }
        let dependencies = makeDependencies()
        let process = Process(device: self, account: account, dependencies: dependencies)
        let client = makeClient(process)
        let credentials = Credentials(email: "\(account)@example.org", password: "long enough")
        let account = account
        if sessions[account] == nil {
            do {
                sessions[account] = try await client.signUp(credentials)
            } catch let failure as SyncFailure where failure.problem != nil {
                sessions[account] = try await client.signIn(credentials)
            }
            hasSignedInAnew = true
        }
        if self.process == nil { try start() }
    }

    /// Signs in again after the session has ended.
    func renewSession(of process: Process) async throws {
        let credentials = Credentials(
            email: "\(process.account)@example.org",
            password: "long enough"
        )
        let session = try await makeClient(process).signIn(credentials)
        guard process.isAlive else { return }
        sessions[process.account] = session
        hasSignedInAnew = true
        world.simulation.log("\(name) signs in again")
        kill()
        try start()
    }

    private func makeDependencies() -> Dependencies {
        Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: SimulationClock(world.simulation)
        )
    }

    private func makeClient(_ process: Process) -> AccountClient {
        guard let address = ServerAddress("http://server.example") else {
            preconditionFailure("The address is one")
        }
        return AccountClient(
            address: address,
            exchange: SimulatedExchange(process: process),
            wallClock: clock
        )
    }

    /// Starts the app for whoever is signed in.
    ///
    /// Throws what opening the store throws.
    func start(_ reason: LaunchReason = .user) throws {
        precondition(process == nil, "\(name) runs already")
        if disk.isDead { disk.revive() }
        let process = Process(
            device: self,
            account: account,
            dependencies: makeDependencies()
        )
        process.hasSignedInAnew = hasSignedInAnew
        let client = makeClient(process)
        let keeper = SessionKeeper(
            session: world.options.sabotage?.sharesSession == true
                ? sessions[accounts[0]] : sessions[account],
            storage: Keychain(process: process),
            refresher: client,
            wallClock: clock
        )
        let transport = HTTPTransport(client, sessions: keeper)
        var used: any SyncTransport = transport
        if let sabotage = world.options.sabotage {
            used = sabotage.sabotage(transport, of: process)
        }
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        var schedule = SyncSchedule()
        schedule.interval = world.faults.syncs
        // Whoever opens the app has given the passcode.
        if reason == .user, phones.contains(where: { !$0.hasUnlockedSinceBoot }) {
            setLocked(false)
        }
        let phone = health(of: account).phone
        phone.launch(reason)
        do {
            try settleSchema()
            process.startedEngine = try TrendyEngine(
                databasePath: path(of: account),
                transport: used,
                account: accountID(account),
                parts: parts(of: process),
                dependencies: dependencies,
                logger: World.silentLogger,
                files: disk.files,
                retryPolicy: world.options.sabotage?.retryPolicy ?? RetryPolicy(),
                mergePolicy: world.options.sabotage?.mergePolicy ?? ConflictResolver(),
                schedule: schedule,
                events: AppLife.events(of: process)
            )
        } catch {
            if isDowngraded, (error as? StoreError)?.code == .newerSchema {
                world.marks.reached(.newerSchemaRefused)
            } else {
                world.marks.reached(.openFailed)
            }
            disk.kill()
            phone.terminate()
            throw error
        }
        if isDowngraded, newerSchemas.contains(account) {
            world.violate("schema", "\(name) opened a database that a newer app had migrated")
        }
        if let sql = world.options.sabotage?.deviceSQL {
            let store = process.engine.store
            process.spoiling = Task { try await store.execute(sql) }
        }
        self.process = process
        hasSignedInAnew = false
        process.showAround(OnboardingClient(client, sessions: keeper))
        log.started(account, at: date)
        if world.phase == .calm {
            process.comeToRest()
        } else {
            process.engine.start(isInBackground: reason != .user)
            let background = health(of: account).background
            process.background = Task { await background?.run(process) }
        }
        world.simulation.log(
            "\(name) starts for \(account)\(reason == .user ? "" : " in the background")"
        )
    }

    /// What the app finds on this phone.
    private func parts(of process: Process) -> DeviceParts {
        var parts = DeviceParts()
        parts.health = CaptureLife.parts(of: process)
        parts.regions = PlaceLife.regions(of: process)
        parts.network = ConditionsLife.network(of: process)
        parts.power = ConditionsLife.power(of: process)
        // Fixes and visits have the phone's true time; what its clock says matters elsewhere.
        parts.regionClock = SimulatedWallClock(world.simulation)
        let (account, sabotage) = (process.account, world.options.sabotage)
        parts.zones = { [unowned world] in
            sabotage?.zones ?? world.walks[account]?.zones ?? ZoneHistory(.gmt)
        }
        return parts
    }

    /// Leaves a newer app's trace in the database, or lets the newer app be there again.
    private func settleSchema() throws {
        let path = path(of: account)
        if isUpdated, disk.files.exists(path) {
            isUpdated = false
            world.marks.reached(.olderSchemaMigrated)
            try NewerSchema.takeBack(in: path, on: disk)
        }
        if isDowngraded, disk.files.exists(path) {
            newerSchemas.insert(account)
            try NewerSchema.leave(in: path, on: disk)
        } else if newerSchemas.contains(account) {
            try NewerSchema.remove(from: path, on: disk)
            newerSchemas.remove(account)
        }
    }

    /// Where an account's database is.
    func path(of account: String) -> String {
        let owner = world.options.sabotage?.sharesDatabase == true ? "everybody" : account
        return disk.path("\(owner).sqlite")
    }

    private struct Keychain: SessionStorage {
        private(set) weak var process: Process?

        func save(_ session: Session?) {
            guard let process, process.isAlive else { return }
            process.device.world.marks.reached(.sessionRefreshed)
            process.device.sessions[process.account] = session
        }
    }

    /// The process ends at once; `losesPower` takes what was not synced as well.
    func kill(losesPower: Bool = false) {
        if losesPower { disk.losePower() } else { disk.kill() }
        end()
    }

    /// Notices that a write was the process's last.
    func noticeDeath() -> Bool {
        guard disk.isDead, process != nil else { return false }
        world.marks.reached(.deviceKilledMidWrite)
        end()
        return true
    }

    /// The system has ended a process.
    func noteEnd(of process: Process) {
        guard self.process === process else { return }
        disk.kill()
        end()
    }

    private func end() {
        guard let process else { return }
        process.isAlive = false
        log.ended(at: date)
        process.startedEngine?.cancel()
        process.background?.cancel()
        process.visits?.cancel()
        process.showing?.cancel()
        process.onboarding = nil
        process.goOn()
        health(of: process.account).phone.terminate()
        self.process = nil
        world.simulation.log("\(name) ends")
    }

    /// The process ends in order.
    func stop() async {
        guard let process else { return }
        // Whether it closes cleanly or not, the next start must cope.
        try? await process.engine.close()
        end()
        disk.kill()
    }

    /// Lets the process stand still, or go on.
    func setSuspended(_ isSuspended: Bool) {
        guard let process else { return }
        process.isHeld = isSuspended
        let health = health(of: process.account)
        health.background?.interrupt()
        let phone = health.phone
        if isSuspended { phone.suspend() } else { phone.launch(.user) }
    }

    /// What the system is of each person who ever used this phone.
    var phones: [Phone] { health.keys.sorted().compactMap { health[$0]?.phone } }

    /// Locks the phone, or unlocks it; the app is told of the latter.
    func setLocked(_ isLocked: Bool) {
        for phone in phones {
            if isLocked { phone.lock() } else { phone.unlock() }
        }
        if !isLocked { log.end(.locked, at: date) }
        if !isLocked { process?.startedEngine?.wasUnlocked() }
    }

    /// HealthKit forgets what was deleted until now.
    func forgetDeletions() {
        for account in health.keys.sorted() {
            health[account]?.phone.health.expireDeletedObjects(
                before: Date(world.simulation.wallTime)
            )
        }
    }

    /// The session of somebody who is signed in here.
    func session(of account: String) -> Session? { sessions[account] }

    /// A process of the app before anybody has signed in on this device; it has no database yet.
    func lookAround(_ look: (Process) async -> Void) async {
        let process = Process(device: self, account: account, dependencies: makeDependencies())
        await look(process)
        process.isAlive = false
    }

    /// The id of an account on the server, once somebody has signed in to it here.
    func accountID(_ account: String) -> EntityID? {
        sessions[account].flatMap { EntityID($0.user.id) }
    }

    /// Starts the app for an account that was signed in to before.
    func open(_ account: String) async throws {
        self.account = account
        try start()
    }

    /// Signs out, and somebody else in.
    func switchAccount(to other: String) async throws {
        world.marks.reached(.accountSwitched)
        kill()
        account = other
        try await signIn()
    }
}

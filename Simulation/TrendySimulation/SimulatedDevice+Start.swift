import Foundation
import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore
import TrendySync

// How a process of the app begins.
extension SimulatedDevice {
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
        let keeper = SessionManager(
            session: world.options.injectedBug?.sharesSession == true
                ? sessions[accounts[0]] : sessions[account],
            storage: Keychain(process: process),
            refresher: client,
            wallClock: clock
        )
        let transport = HTTPTransport(client, sessions: keeper)
        var used: any SyncTransport = transport
        if let sabotage = world.options.injectedBug {
            used = sabotage.injectedBug(transport, of: process)
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
                retryPolicy: world.options.injectedBug?.retryPolicy ?? RetryPolicy(),
                mergePolicy: RecordingMergePolicy(
                    base: world.options.injectedBug?.mergePolicy ?? ConflictResolver(),
                    world: world
                ),
                schedule: schedule,
                events: AppWorkload.events(of: process)
            )
        } catch {
            if isDowngraded, (error as? StoreError)?.code == .newerSchema {
                world.coverage.reached(.newerSchemaRefused)
            } else {
                world.coverage.reached(.openFailed)
            }
            disk.kill()
            phone.terminate()
            throw error
        }
        if isDowngraded, newerSchemas.contains(account) {
            world.violate("schema", "\(name) opened a database that a newer app had migrated")
        }
        if let sql = world.options.injectedBug?.deviceSQL {
            let store = process.engine.store
            process.spoiling = Task { try await store.execute(sql) }
        }
        self.process = process
        hasSignedInAnew = false
        process.showAround(OnboardingClient(client, sessions: keeper))
        log.started(account, at: date)
        if world.phase == .calm {
            process.quiesce()
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
    private func parts(of process: Process) -> DeviceServices {
        var parts = DeviceServices()
        parts.health = CaptureWorkload.parts(of: process)
        parts.regions = PlaceWorkload.regions(of: process)
        parts.network = ConditionsWorkload.network(of: process.phone)
        parts.power = ConditionsWorkload.power(of: process.phone)
        // Fixes and visits have the phone's true time; what its clock says matters elsewhere.
        parts.regionClock = SimulatedWallClock(world.simulation)
        let (account, sabotage) = (process.account, world.options.injectedBug)
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
            if try NewerSchema.takeBack(in: path, on: disk) {
                world.coverage.reached(.olderSchemaMigrated)
            }
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
        let owner = world.options.injectedBug?.sharesDatabase == true ? "everybody" : account
        return disk.path("\(owner).sqlite")
    }

    func makeDependencies() -> Dependencies {
        Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: SimulationClock(world.simulation)
        )
    }

    func makeClient(_ process: Process) -> AccountClient {
        guard let address = ServerAddress("http://server.example") else {
            preconditionFailure("The address is one")
        }
        return AccountClient(
            address: address,
            exchange: SimulatedExchange(process, of: process.account),
            wallClock: clock
        )
    }
}

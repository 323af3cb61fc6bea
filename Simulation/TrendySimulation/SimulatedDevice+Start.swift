import Foundation
import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore
import TrendySync

// The start of a process of the app.
extension SimulatedDevice {
    /// Starts the app for the signed-in account.
    ///
    /// Throws the error of opening the store.
    func start(_ reason: LaunchReason = .user) throws {
        precondition(process == nil, "\(name) must not run")
        if disk.isDead { disk.revive() }
        let process = Process(
            device: self,
            account: account,
            dependencies: makeDependencies()
        )
        process.hasSignedInAnew = hasSignedInAnew
        let client = makeClient(process)
        let sessionManager = SessionManager(
            session: world.options.injectedBug?.sharesSession == true
                ? sessions[accounts[0]] : sessions[account],
            storage: Keychain(process: process),
            refresher: client,
            wallClock: clock
        )
        let transport = HTTPTransport(client, sessions: sessionManager)
        var used: any SyncTransport = transport
        if let bug = world.options.injectedBug {
            used = bug.injectedBug(transport, of: process)
        }
        // A person who opens the app has entered the passcode.
        if reason == .user, phones.contains(where: { !$0.hasUnlockedSinceBoot }) {
            setLocked(false)
        }
        let phone = health(of: account).phone
        phone.launch(reason)
        do {
            try applySchemaFault()
            process.startedEngine = try makeEngine(of: process, transport: used)
        } catch {
            noteFailedOpen(error)
            disk.kill()
            phone.terminate()
            throw error
        }
        if isDowngraded, newerSchemas.contains(account) {
            world.violate("schema", "\(name) opened a database that a newer app had migrated")
        }
        if let sql = world.options.injectedBug?.deviceSQL {
            let store = process.engine.store
            process.bugInjection = Task { try await store.execute(sql) }
        }
        self.process = process
        hasSignedInAnew = false
        process.showAround(OnboardingClient(client, sessions: sessionManager))
        log.started(account, at: date)
        switch world.phase {
        case .calm: process.quiesce()
        case .connected, .interactive: process.engine.start()
        case .setup, .faults:
            process.engine.start(isInBackground: reason != .user)
            let background = health(of: account).background
            process.background = Task { await background?.run(process) }
        }
        world.simulation.log(
            "\(name) starts for \(account)\(reason == .user ? "" : " in the background")"
        )
    }

    private func makeEngine(
        of process: Process,
        transport: any SyncTransport
    ) throws -> TrendyEngine {
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        var schedule = SyncSchedule()
        schedule.interval = world.faults.syncs
        return try TrendyEngine(
            databasePath: path(of: account),
            transport: transport,
            account: accountID(account),
            services: services(of: process),
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
    }

    private func noteFailedOpen(_ error: any Error) {
        if isDowngraded, (error as? StoreError)?.code == .newerSchema {
            world.coverage.reached(.newerSchemaRefused)
        } else {
            world.coverage.reached(.openFailed)
        }
    }

    /// The device services of this phone.
    private func services(of process: Process) -> DeviceServices {
        var services = DeviceServices()
        services.health = CaptureWorkload.services(of: process)
        services.regions = PlaceWorkload.regions(of: process)
        services.network = ConditionsWorkload.network(of: process.phone)
        services.power = ConditionsWorkload.power(of: process.phone)
        // Fixes and visits carry the phone's true time; other tests cover the skew of its clock.
        services.regionClock = SimulatedWallClock(world.simulation)
        let (account, bug) = (process.account, world.options.injectedBug)
        services.zones = { [unowned world] in
            bug?.zones ?? world.walks[account]?.zones ?? ZoneHistory(.gmt)
        }
        return services
    }

    /// Applies a newer app's migration to the database, or marks the newer app as installed again.
    private func applySchemaFault() throws {
        let path = path(of: account)
        if isUpdated, disk.files.exists(path) {
            isUpdated = false
            if try NewerSchema.restorePreviousVersion(in: path, on: disk) {
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

    /// The path of an account's database.
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
            preconditionFailure("The address must be valid")
        }
        return AccountClient(
            address: address,
            exchange: SimulatedExchange(process, of: process.account),
            wallClock: clock
        )
    }
}

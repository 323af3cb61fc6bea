import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore

/// Injects faults, each kind at its own times.
struct FaultScheduler {
    let world: World

    init(_ world: World) {
        self.world = world
    }

    private var faults: FaultMix { world.faults }
    var simulation: Simulation { world.simulation }

    func run(until end: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runFaults(until: end) }
            group.addTask { try await keepAwake(after: end) }
            try await group.next()
            group.cancelAll()
        }
        for phone in world.phones {
            phone.link.clearFaults()
            phone.setNetwork(.wiFi)
            phone.disk.clearFaults()
        }
        for device in world.devices {
            device.setSuspended(false)
            device.isDowngraded = false
            device.endFailures()
        }
        world.server.isDowngraded = false
        world.server.disk.clearFaults()
    }

    /// Resumes suspended apps that a fault waits for, once no person opens them any more.
    private func keepAwake(after end: Duration) async throws {
        try await simulation.sleep(until: end)
        while true {
            for device in world.devices {
                if let process = device.process { _ = try await device.comesToFront(process) }
            }
            for phone in world.apps { try await phone.open() }
            try await simulation.sleep(for: .seconds(3600))
        }
    }

    private func runFaults(until end: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for phone in world.phones {
                var all = phoneFaults(phone)
                if let device = phone as? SimulatedDevice { all += deviceFaults(device) }
                for (name, interval, fault) in all {
                    guard let interval else { continue }
                    group.addTask {
                        try await repeatedly("\(name)-\(phone.name)", interval, end, fault)
                    }
                }
            }
            for device in world.devices {
                group.addTask { try await revive(device, until: end) }
            }
            for (name, interval, fault) in serverFaults() {
                guard let interval else { continue }
                group.addTask { try await repeatedly(name, interval, end, fault) }
            }
            group.addTask { try await reviveServer(until: end) }
            try await group.waitForAll()
        }
    }

    typealias Fault = @Sendable (inout SplitMix64) async throws -> Void

    private func repeatedly(
        _ name: String,
        _ interval: Duration,
        _ end: Duration,
        _ fault: Fault
    ) async throws {
        var random = simulation.random("fault-\(name)")
        while true {
            let wait = random.duration(.seconds(60), interval * 2)
            guard simulation.now + wait < end else { return }
            try await simulation.sleep(for: wait)
            try await fault(&random)
        }
    }

    // MARK: devices

    /// The faults that apply to every phone.
    private func phoneFaults(_ phone: any WorldPhone) -> [(String, Duration?, Fault)] {
        let own: [(String, Duration?, Fault)] = [
            ("partition", faults.partitions, { try await partition(phone, &$0) }),
            ("portal", faults.portals, { try await portal(phone, &$0) }),
            ("kill", faults.kills, { kill(phone, &$0) }),
            ("power", faults.powerLosses, { _ in losePower(phone) }),
            ("disk", faults.diskFaults, { failDisk(phone, &$0) }),
            ("full", faults.fullDisks, { try await fill(phone, &$0) }),
            ("clock", faults.clockJumps, { jump(phone, &$0) }),
            ("lock", faults.locks, { try await lock(phone, &$0) }),
        ]
        return own + backgroundFaults(phone)
    }

    private func deviceFaults(_ device: SimulatedDevice) -> [(String, Duration?, Fault)] {
        [
            ("suspend", faults.suspensions, { try await suspend(device, &$0) }),
            ("account", faults.accountSwitches, { try await switchAccount(device, &$0) }),
            ("import", faults.imports, { try await importHistory(device, &$0) }),
            ("travel", faults.travels, { travel(device, &$0) }),
            ("stall", faults.stalls, { stall(device, &$0) }),
            ("downgrade", faults.downgrades, { try await downgrade(device, &$0) }),
            ("revoke", faults.revocations, { try await revoke(device, &$0) }),
            ("forget", faults.forgets, { _ in forget(device) }),
            ("regions", faults.regionLosses, { device.loseRegions(&$0) }),
            ("coarse", faults.coarseFixes, { try await coarsen(device, &$0) }),
            ("restrict", faults.restrictions, { try await restrict(device, &$0) }),
            ("leave", faults.leaves, { try await leave(device, &$0) }),
            ("restore-health", faults.healthRestorations, { _ in device.restoreHealth() }),
            ("signal", faults.signalLosses, { try await loseSignal(device, &$0) }),
            ("region-failure", faults.regionFailures, { try await failRegions(device, &$0) }),
        ]
    }

    private func partition(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.partition)
        let isOneWay = random.happens(300)
        if isOneWay { device.link.losesResponses = true } else { device.link.isPartitioned = true }
        // Some devices have no network at all, and their phone reports it.
        if !isOneWay, random.happens(500) {
            world.coverage.reached(.offline)
            device.setNetwork(.none)
        }
        simulation.log("\(device.name) is partitioned\(isOneWay ? " one way" : "")")
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(86_400)))
        (device.link.isPartitioned, device.link.losesResponses) = (false, false)
        device.joinNetwork(&random)
    }

    private func portal(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        device.link.isInPortal = true
        simulation.log("\(device.name) enters a captive portal")
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(7200)))
        device.link.isInPortal = false
    }

    private func kill(_ device: any WorldPhone, _ random: inout SplitMix64) {
        guard device.isRunning else { return }
        if random.happens(500) {
            device.disk.kill(afterWrites: Int.random(in: 0..<40, using: &random))
        } else {
            world.coverage.reached(.deviceKilled)
            device.kill()
        }
    }

    private func losePower(_ device: any WorldPhone) {
        guard device.isRunning else { return }
        world.coverage.reached(.devicePowerLost)
        device.kill(losesPower: true)
    }

    private func failDisk(_ device: any WorldPhone, _ random: inout SplitMix64) {
        world.coverage.reached(.deviceDiskFailed)
        fail(device.disk, &random)
    }

    private func fail(_ disk: SimulatedDisk, _ random: inout SplitMix64) {
        let after = Int.random(in: 0..<20, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: disk.failWrite(after: after, random.pick(SimulatedDisk.WriteFault.allCases))
        case 1: disk.failSync(after: after / 4)
        default: disk.failRead(after: after)
        }
        simulation.log("\(disk.name) will fail an operation")
    }

    private func fill(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.deviceDiskFull)
        device.setFull(true)
        simulation.log("\(device.name) has a full disk")
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(20_000)))
        device.setFull(false)
    }

    private func suspend(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard let process = device.process else { return }
        world.coverage.reached(.suspension)
        device.setSuspended(true)
        simulation.log("\(device.name) is suspended")
        try await simulation.sleep(for: random.duration(.seconds(10), .seconds(30_000)))
        guard device.process === process else { return }
        // Many of these processes are ended by expired background time.
        if random.happens(300) { device.kill() } else { device.setSuspended(false) }
    }

    private func jump(_ device: any WorldPhone, _ random: inout SplitMix64) {
        world.coverage.reached(.clockJumped)
        let most = max(faults.maximumSkew, .seconds(60))
        device.clock.skew = random.duration(.zero - most, most)
        simulation.log("\(device.name) sets its clock to a skew of \(device.clock.skew)")
    }

    /// Locks the phone for a while.
    ///
    /// HealthKit closes its store ten minutes after the lock.
    private func lock(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        device.setLocked(true)
        simulation.log("\(device.name) is locked")
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(30_000)))
        device.setLocked(false)
        simulation.log("\(device.name) is unlocked")
    }

    private func forget(_ device: SimulatedDevice) {
        world.coverage.reached(.deletionsForgotten)
        device.forgetDeletions()
    }

    private func travel(_ device: SimulatedDevice, _ random: inout SplitMix64) {
        guard let walks = world.walks[device.account] else { return }
        world.coverage.reached(.travelled)
        walks.travel(at: simulation.wallTime, &random)
    }

    /// Suspends the process in the middle of a transaction.
    ///
    /// iOS usually kills a process that holds a lock then.
    private func stall(_ device: SimulatedDevice, _ random: inout SplitMix64) {
        guard device.process != nil else { return }
        let writes = Int.random(in: 0..<40, using: &random)
        let span = random.duration(.seconds(1), .seconds(6 * 3600))
        let isKilled = random.happens(500)
        device.disk.pause(afterWrites: writes) { [simulation, world] in
            world.coverage.reached(.stalledMidWrite)
            simulation.log("\(device.name) is suspended during a write")
            let begun = simulation.now
            simulation.stall(for: span)
            world.stalls.append(begun...simulation.now)
            if isKilled { device.disk.kill() }
        }
    }

    /// Installs an app version that is older than the data, and later the newer version again.
    private func downgrade(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard device.process != nil else { return }
        await device.stop()
        guard random.happens(500) else {
            device.isUpdated = true
            return simulation.log("\(device.name) gets a newer app")
        }
        device.isDowngraded = true
        simulation.log("\(device.name) gets an older app")
        try await simulation.sleep(for: random.duration(.seconds(600), .seconds(20_000)))
        device.isDowngraded = false
    }

    private func switchAccount(
        _ device: SimulatedDevice,
        _ random: inout SplitMix64
    ) async throws {
        guard device.process != nil else { return }
        let others = (0..<faults.accounts).map { UserActor.account($0) }.filter {
            $0 != device.account
        }
        guard !others.isEmpty else { return }
        // A person who cannot sign in now stays signed out until the device starts again.
        try? await device.switchAccount(to: random.pick(others))
    }

    private func importHistory(
        _ device: SimulatedDevice,
        _ random: inout SplitMix64
    ) async throws {
        guard let process = device.process else { return }
        world.coverage.reached(.importRan)
        // Reaches back to before the last clock changes of both hemispheres.
        for _ in 0..<40 { UserActor.walk(process, agoAtMost: .seconds(120 * 86_400), &random) }
        for _ in 0..<8 {
            HealthOracleDelivery(process).act(agoAtMost: .seconds(120 * 86_400), &random)
        }
        await UserActor.capture(process)
    }

    /// Restarts the app some time after it ended; the file lock is tested while it runs.
    private func revive(_ device: SimulatedDevice, until end: Duration) async throws {
        var random = simulation.random("revive-\(device.index)")
        while simulation.now < end {
            try await simulation.sleep(for: random.duration(.seconds(1), .seconds(3600)))
            if let process = device.process {
                if device.noticeDeath() { continue }
                if random.happens(50) { await tryTwoEngines(process) }
                continue
            }
            // A failed sign-in is retried.
            if !device.isSignedIn {
                try? await device.signIn()
            } else if !device.isSigningIn {
                try? device.start()
            }
        }
    }

    private func tryTwoEngines(_ process: SimulatedDevice.Process) async {
        let device = process.device
        // At suspension the store holds no lock; the next write reacquires it.
        guard await process.engine.store.holdsFile, process.isAlive else { return }
        do {
            _ = try DeviceStore(
                path: device.path(of: process.account),
                dependencies: process.dependencies,
                files: device.disk.files
            )
            world.violate("one engine", "\(device.name) opened its database a second time")
        } catch {
            world.coverage.reached(.twoEnginesRefused)
        }
    }

    // MARK: the server

    private func serverFaults() -> [(String, Duration?, Fault)] {
        [
            ("crash", faults.serverCrashes, { crash(&$0) }),
            ("server-disk", faults.serverDiskFaults, { failServerDisk(&$0) }),
            ("restore", faults.restorations, { try await restore(&$0) }),
            ("collect", faults.collections, { _ in try await collect() }),
            ("server-downgrade", faults.downgrades, { try await downgradeServer(&$0) }),
        ]
    }

    private func crash(_ random: inout SplitMix64) {
        guard world.server.process != nil else { return }
        let losesPower = random.happens(500)
        world.coverage.reached(losesPower ? .serverPowerLost : .serverCrashed)
        if !losesPower, random.happens(500) {
            return world.server.disk.kill(afterWrites: Int.random(in: 0..<40, using: &random))
        }
        world.server.crash(losesPower: losesPower)
    }

    private func failServerDisk(_ random: inout SplitMix64) {
        world.coverage.reached(.serverDiskFailed)
        fail(world.server.disk, &random)
    }

    private func restore(_ random: inout SplitMix64) async throws {
        guard world.server.process != nil else { return }
        world.server.makeBackup()
        try await simulation.sleep(for: random.duration(.seconds(600), .seconds(86_400)))
        world.coverage.reached(.serverRestored)
        world.model.serverWasRestored()
        // The next start retries a failed restoration.
        try? await world.server.restoreBackup()
    }

    private func collect() async throws {
        guard let process = world.server.process else { return }
        world.coverage.reached(.tombstonesCollected)
        let now = world.server.clock.now()
        // The next pass collects what a failed pass could not.
        try? await process.store.collectGarbage(
            tombstonesBefore: now - .seconds(2 * 86_400),
            tokensBefore: now - .seconds(30 * 86_400)
        )
    }

    private func downgradeServer(_ random: inout SplitMix64) async throws {
        guard world.server.process != nil else { return }
        world.server.crash(losesPower: false)
        world.server.isDowngraded = true
        simulation.log("the server gets an older program")
        try await simulation.sleep(for: random.duration(.seconds(600), .seconds(20_000)))
        world.server.isDowngraded = false
    }

    private func reviveServer(until end: Duration) async throws {
        var random = simulation.random("revive-server")
        while simulation.now < end {
            try await simulation.sleep(for: random.duration(.seconds(1), .seconds(1800)))
            if world.server.process != nil, world.server.disk.isDead {
                world.server.crash(losesPower: false)
            } else if world.server.process == nil {
                try? await world.server.start()
            }
        }
    }
}

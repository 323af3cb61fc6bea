import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendyWire

/// A phone: its disk and keychain, which outlive its processes, and the process that runs.
final class SimulatedDevice: WorldPhone, @unchecked Sendable {
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
    var newerSchemas: Set<String> = []
    /// What HealthKit has on this phone, by the person who owns it.
    private var health: [String: SimulatedHealth] = [:]
    /// Open visits that a sabotaged app remembers for whoever is signed in.
    var openPlaces: Set<EntityID> = []
    /// What it went through.
    var log = PhoneLog()
    let link: NetworkLink
    /// What the app keeps for its first frame.
    let texts: PhoneTexts
    /// Who is signed in.
    var account: String
    /// Everybody who ever was.
    var accounts: [String] = []
    var process: Process?
    let random: SharedRandom
    var sessions: [String: Session] = [:]

    /// Whether somebody has signed in for whom no process has begun yet.
    var hasSignedInAnew = false
    /// Whether somebody is signing in just now.
    var isSigningIn = false
    /// Whether there is a session to start the app with.
    var isSignedIn: Bool { sessions[account] != nil }

    init(_ world: World, index: Int, account: String) {
        self.world = world
        self.index = index
        self.account = account
        let simulation = world.simulation
        disk = SimulatedDisk(name: "d\(index)", random: simulation.random("disk-\(index)"))
        link = NetworkLink(
            world,
            name: "d\(index)",
            random: simulation.random("network-\(index)")
        )
        texts = PhoneTexts(world, random: simulation.random("texts-\(index)"))
        random = SharedRandom(simulation.random("device-\(index)"))
        var skews = simulation.random("skew-\(index)")
        let most = world.faults.maximumSkew
        clock = SimulatedWallClock(simulation, skew: skews.duration(.zero - most, most))
    }

    var name: String { "d\(index)" }

    /// What HealthKit has on this phone of a person.
    func health(of account: String) -> SimulatedHealth {
        if let found = health[account] { return found }
        let made = SimulatedHealth(world, name: "\(name)-\(account)")
        made.background = BackgroundWorkload(self, account: account, phone: made.phone)
        health[account] = made
        PlaceWorkload.prepare(made.phone, of: account, on: self)
        return made
    }

    /// The phone as it is of a person; `nil` when they never used it.
    func phone(of account: String) -> Phone? { health[account]?.phone }

    var isRunning: Bool { process != nil }

    /// The system has ended a process.
    func noteEnd(of process: Process) {
        guard self.process === process else { return }
        disk.kill()
        end()
    }

    func end() {
        guard let process else { return }
        process.isAlive = false
        log.gone(at: date)
        process.startedEngine?.cancel()
        process.background?.cancel()
        process.visits?.cancel()
        process.showing?.cancel()
        process.onboarding = nil
        process.suspension.end()
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

    func setFull(_ isFull: Bool) {
        disk.setFull(isFull)
        if isFull { log.begin(.full, at: date) } else { log.end(.full, at: date) }
    }

    func setLocked(_ isLocked: Bool) {
        for phone in phones {
            if isLocked { phone.lock() } else { phone.unlock() }
        }
        if !isLocked { log.end(.locked, at: date) }
        if !isLocked { process?.startedEngine?.wasUnlocked() }
    }

    /// HealthKit is restored from a backup, of a phone that can be read.
    func restoreHealth() {
        for account in health.keys.sorted() where health[account]?.restore() == true {
            world.coverage.reached(.healthRestored)
            world.simulation.log("\(name) has the health data of \(account) restored")
        }
    }

    /// HealthKit forgets what was deleted until now.
    func forgetDeletions() {
        for account in health.keys.sorted() {
            health[account]?.phone.health.expireDeletedObjects(
                before: Date(world.simulation.wallTime)
            )
        }
    }
}

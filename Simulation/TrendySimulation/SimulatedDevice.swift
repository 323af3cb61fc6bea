import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyKit
import TrendyModel
import TrendyWire

/// A phone: its disk and keychain, which outlive the processes, and the running process.
final class SimulatedDevice: WorldPhone, @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    unowned let world: World
    let index: Int
    let disk: SimulatedDisk
    let clock: SimulatedWallClock
    /// Whether the installed app is older than its data.
    var isDowngraded = false
    /// Whether a snapshot was ever read on this device.
    var hasBootstrapped = false
    /// Whether the data comes from an app that is older than the next one to start.
    var isUpdated = false
    /// Accounts whose databases a newer app has migrated.
    var newerSchemas: Set<String> = []
    /// The simulated HealthKit of each person on this phone.
    private var health: [String: SimulatedHealth] = [:]
    /// Open visits that an app with an injected bug remembers for the signed-in account.
    var openPlaces: Set<EntityID> = []
    /// The history of the phone.
    var log = PhoneLog()
    let link: NetworkLink
    /// The key-value texts for the app's first frame.
    let texts: PhoneTexts
    /// The signed-in account.
    var account: String
    /// All accounts that have been signed in.
    var accounts: [String] = []
    var process: Process?
    let random: SharedRandom
    var sessions: [String: Session] = [:]

    /// Whether an account has signed in for which no process has started yet.
    var hasSignedInAnew = false
    /// Whether a sign-in is in progress.
    var isSigningIn = false
    /// Whether a session exists to start the app with.
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

    /// The simulated HealthKit of a person on this phone.
    func health(of account: String) -> SimulatedHealth {
        if let found = health[account] { return found }
        let made = SimulatedHealth(world, name: "\(name)-\(account)")
        made.background = BackgroundWorkload(self, account: account, phone: made.phone)
        health[account] = made
        PlaceWorkload.prepare(made.phone, of: account, on: self)
        return made
    }

    /// The simulated phone of a person; `nil` when they never used it.
    func phone(of account: String) -> Phone? { health[account]?.phone }

    var isRunning: Bool { process != nil }

    /// Notes that the system has ended a process.
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

    /// Closes the process.
    func stop() async {
        guard let process else { return }
        // The next start must work whether the close succeeds or not.
        try? await process.engine.close()
        end()
        disk.kill()
    }

    /// Suspends or resumes the process.
    func setSuspended(_ isSuspended: Bool) {
        guard let process else { return }
        process.isHeld = isSuspended
        let health = health(of: process.account)
        health.background?.interrupt()
        let phone = health.phone
        if isSuspended { phone.suspend() } else { phone.launch(.user) }
    }

    /// The simulated phones of all people who used this phone.
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

    /// Restores HealthKit from a backup, if the phone is unlocked.
    func restoreHealth() {
        for account in health.keys.sorted() where health[account]?.restore() == true {
            world.coverage.reached(.healthRestored)
            world.simulation.log("\(name) restores the health data of \(account)")
        }
    }

    /// HealthKit forgets all deleted objects so far.
    func forgetDeletions() {
        for account in health.keys.sorted() {
            health[account]?.phone.health.expireDeletedObjects(
                before: Date(world.simulation.wallTime)
            )
        }
    }
}

import SimulatedPhone
import SimulationKit

/// A phone in the world, running a device engine or the whole app.
protocol WorldPhone: AnyObject, Sendable {
    var world: World { get }
    var name: String { get }
    var link: NetworkLink { get }
    var disk: SimulatedDisk { get }
    var clock: SimulatedWallClock { get }
    /// The simulated phones of all people who used it.
    var phones: [Phone] { get }
    /// Whether a process of the app exists.
    var isRunning: Bool { get }
    /// Ends the process and marks its disk.
    func end()
    /// Locks or unlocks the phone; the app is notified of an unlock.
    func setLocked(_ isLocked: Bool)
    /// Sets whether the disk is full.
    func setFull(_ isFull: Bool)
    /// Reboots the phone; it is locked afterwards.
    func reboot()
}

extension WorldPhone {
    /// Kills the process; `losesPower` also discards unsynced writes.
    func kill(losesPower: Bool = false) {
        if losesPower { disk.losePower() } else { disk.kill() }
        end()
    }

    /// Notices that a write was the last of its process.
    @discardableResult
    func noticeDeath() -> Bool {
        guard disk.isDead, isRunning else { return false }
        world.coverage.reached(.deviceKilledMidWrite)
        end()
        return true
    }

    /// The person force-quits the app.
    func forceQuit() {
        for phone in phones { phone.forceQuit() }
        kill()
    }

    /// The phone joins another network or loses its network, and reports the change.
    func setNetwork(_ network: PhoneNetwork) {
        for phone in phones { phone.network = network }
    }

    /// Joins a random network.
    func joinNetwork(_ random: inout SplitMix64) {
        setNetwork(
            random.pick([
                .wiFi, .wiFi, .cellular, PhoneNetwork(over: .cellular, isConstrained: true),
            ])
        )
    }
}

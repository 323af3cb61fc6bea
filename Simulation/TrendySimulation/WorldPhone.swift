import SimulatedPhone
import SimulationKit

/// A phone in the world, whatever runs on it.
protocol WorldPhone: AnyObject, Sendable {
    var world: World { get }
    var name: String { get }
    var link: NetworkLink { get }
    var disk: SimulatedDisk { get }
    var clock: SimulatedWallClock { get }
    /// What the system is of each person who ever used it.
    var phones: [Phone] { get }
    /// Whether there is a process of the app.
    var isRunning: Bool { get }
    /// The process is gone, and its disk knows it.
    func end()
    /// Locks the phone, or unlocks it; the app is told of the latter.
    func setLocked(_ isLocked: Bool)
    /// Files can grow no more, or again.
    func setFull(_ isFull: Bool)
    /// The phone starts anew, and is locked.
    func reboot()
}

extension WorldPhone {
    /// The process ends at once; `losesPower` takes what was not synced as well.
    func kill(losesPower: Bool = false) {
        if losesPower { disk.losePower() } else { disk.kill() }
        end()
    }

    /// Notices that a write was the process's last.
    @discardableResult
    func noticeDeath() -> Bool {
        guard disk.isDead, isRunning else { return false }
        world.coverage.reached(.deviceKilledMidWrite)
        end()
        return true
    }

    /// The person swipes the app away.
    func forceQuit() {
        for phone in phones { phone.forceQuit() }
        kill()
    }

    /// The phone has another network, or none, and knows it.
    func setNetwork(_ network: PhoneNetwork) {
        for phone in phones { phone.network = network }
    }

    /// A network as people have them on the way.
    func joinNetwork(_ random: inout SplitMix64) {
        setNetwork(
            random.pick([
                .wiFi, .wiFi, .cellular, PhoneNetwork(over: .cellular, isConstrained: true),
            ])
        )
    }
}

import SimulatedPhone
import SimulationKit

// What people and the system do with an app that is not in front of the person.
extension FaultScheduler {
    func backgroundFaults(_ device: any WorldPhone) -> [(String, Duration?, Fault)] {
        [
            ("conditions", world.faults.powerModes, { changePower(device, &$0) }),
            ("quit", world.faults.forceQuits, { _ in forceQuit(device) }),
            ("reboot", world.faults.reboots, { try await reboot(device, &$0) }),
        ]
    }

    /// The app goes to the background, and is suspended when its time there is over.
    func leave(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard let process = device.process, !process.isHeld else { return }
        world.simulation.log("\(device.name) is put away")
        device.leave(process)
        try await world.simulation.sleep(for: random.duration(.seconds(10), .seconds(30_000)))
        guard device.process === process else { return }
        _ = try await device.comesToFront(process)
    }

    /// The battery, the charger, or what the person lets apps do.
    private func changePower(_ device: any WorldPhone, _ random: inout SplitMix64) {
        world.coverage.reached(.powerModeChanged)
        let choice = random.pick([0, 1, 2, 3, 4])
        for phone in device.phones {
            switch choice {
            case 0: phone.isLowPowerModeOn.toggle()
            case 1: phone.isCharging.toggle()
            case 2: phone.batteryLevel = phone.batteryLevel < 0.5 ? 1 : 0.1
            case 3: phone.isBackgroundRefreshOn.toggle()
            default: if phone.isInUse { phone.putDown() } else { phone.pickUp() }
            }
        }
    }

    private func forceQuit(_ device: any WorldPhone) {
        guard device.isRunning else { return }
        world.coverage.reached(.forceQuit)
        world.simulation.log("\(device.name) has its app swiped away")
        device.forceQuit()
    }

    private func reboot(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.rebooted)
        world.simulation.log("\(device.name) starts anew")
        device.reboot()
        try await world.simulation.sleep(for: random.duration(.seconds(60), .seconds(20_000)))
        device.setLocked(false)
    }
}

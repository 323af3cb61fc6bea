import SimulatedPhone
import SimulationKit

// Faults by which people and the system affect an app in the background.
extension FaultScheduler {
    func backgroundFaults(_ device: any WorldPhone) -> [(String, Duration?, Fault)] {
        [
            ("conditions", world.faults.powerModes, { changePower(device, &$0) }),
            ("quit", world.faults.forceQuits, { _ in forceQuit(device) }),
            ("reboot", world.faults.reboots, { try await reboot(device, &$0) }),
        ]
    }

    /// The app enters the background and is suspended when its background time is over.
    func leave(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard let process = device.process, !process.isHeld else { return }
        world.simulation.log("\(device.name) is in the background")
        device.leave(process)
        try await world.simulation.sleep(for: random.duration(.seconds(10), .seconds(30_000)))
        guard device.process === process else { return }
        _ = try await device.comesToFront(process)
    }

    /// Changes the battery level, the charger, Low Power Mode or Background App Refresh.
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
        world.simulation.log("\(device.name) has its app force-quit")
        device.forceQuit()
    }

    private func reboot(_ device: any WorldPhone, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.rebooted)
        world.simulation.log("\(device.name) reboots")
        device.reboot()
        try await world.simulation.sleep(for: random.duration(.seconds(60), .seconds(20_000)))
        device.setLocked(false)
    }
}

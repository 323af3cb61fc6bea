import SimulatedNetwork
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendySync

/// What a phone tells of its network and its power, for the app that runs on it.
enum ConditionsLife {
    /// The real adapter over the simulated network.
    static func network(of process: SimulatedDevice.Process) -> any NetworkMonitor {
        let phone = process.device.health(of: process.account).phone
        return SystemNetworkMonitor { phone.run { NWPathMonitor() } }
    }

    /// The real adapter over the simulated battery.
    static func power(of process: SimulatedDevice.Process) -> any PowerMonitor {
        Power(phone: process.device.health(of: process.account).phone)
    }

    /// Begins to watch the battery where that must be done: on the main actor.
    private struct Power: PowerMonitor {
        let phone: Phone

        func states() -> AsyncStream<PowerState> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: PowerState.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let phone = phone
            // Owned by the stream, whose end cancels it.
            let task = Task { @MainActor in
                let monitor = phone.run { SystemPowerMonitor() }
                for await state in monitor.states() { continuation.yield(state) }
            }
            continuation.onTermination = { _ in task.cancel() }
            return stream
        }
    }
}

extension SimulatedDevice {
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

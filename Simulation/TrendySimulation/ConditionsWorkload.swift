import SimulatedNetwork
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendySync

/// What a phone tells of its network and its power, for the app that runs on it.
enum ConditionsWorkload {
    /// The real adapter over the simulated network.
    static func network(of phone: Phone) -> any NetworkMonitor {
        SystemNetworkMonitor { phone.run { NWPathMonitor() } }
    }

    /// The real adapter over the simulated battery.
    static func power(of phone: Phone) -> any PowerMonitor {
        Power(phone: phone)
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

import SimulatedNetwork
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendySync

/// Network and power monitoring of a simulated phone's app.
enum ConditionsWorkload {
    /// The real adapter over the simulated network path.
    static func network(of phone: Phone) -> any NetworkMonitor {
        SystemNetworkMonitor { phone.run { NWPathMonitor() } }
    }

    /// The real adapter over the simulated battery.
    static func power(of phone: Phone) -> any PowerMonitor {
        Power(phone: phone)
    }

    /// Starts to monitor the battery on the main actor, where that is required.
    private struct Power: PowerMonitor {
        let phone: Phone

        func states() -> AsyncStream<PowerState> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: PowerState.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let phone = phone
            // Owned by the stream; ending the stream cancels it.
            let task = Task { @MainActor in
                let monitor = phone.run { SystemPowerMonitor() }
                for await state in monitor.states() { continuation.yield(state) }
            }
            continuation.onTermination = { _ in task.cancel() }
            return stream
        }
    }
}

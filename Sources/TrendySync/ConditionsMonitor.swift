/// The state of the network.
package struct NetworkPath: Sendable, Equatable {
    /// Whether the device has a network connection.
    package var isOnline = true
    /// Whether the network is expensive: cellular or a personal hotspot.
    package var isExpensive = false
    /// Whether the person enabled Low Data Mode.
    package var isConstrained = false

    /// Creates an unrestricted network.
    package init() {}
}

/// The state of the device's power.
package struct PowerState: Sendable, Equatable {
    /// Whether the person enabled Low Power Mode.
    package var isLowPower = false
    /// Whether the device is charging.
    package var isCharging = false

    /// Creates an unrestricted power state.
    package init() {}
}

/// Observes the network; a platform adapter conforms.
package protocol NetworkMonitor: Sendable {
    /// The current path first, then each change.
    func paths() -> AsyncStream<NetworkPath>
}

/// Observes power; a platform adapter conforms.
package protocol PowerMonitor: Sendable {
    /// The current state first, then each change.
    func states() -> AsyncStream<PowerState>
}

/// Forwards changes of network and power to a scheduler.
package struct ConditionsMonitor: Sendable {
    private let network: any NetworkMonitor
    private let power: any PowerMonitor
    private let scheduler: SyncScheduler

    /// Creates a monitor for a scheduler.
    package init(
        network: any NetworkMonitor,
        power: any PowerMonitor,
        scheduler: SyncScheduler
    ) {
        self.network = network
        self.power = power
        self.scheduler = scheduler
    }

    /// Forwards changes until the task is cancelled or both monitors end.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await path in network.paths() {
                    await scheduler.update { conditions in
                        conditions.isOnline = path.isOnline
                        conditions.isExpensive = path.isExpensive
                        conditions.isConstrained = path.isConstrained
                    }
                }
            }
            group.addTask {
                for await state in power.states() {
                    await scheduler.update { conditions in
                        conditions.isLowPower = state.isLowPower
                        conditions.isCharging = state.isCharging
                    }
                }
            }
        }
    }
}

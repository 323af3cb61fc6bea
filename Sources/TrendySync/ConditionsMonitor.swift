/// The state of the network.
public struct NetworkPath: Sendable, Equatable {
    /// Whether the device has a network connection.
    public var isOnline = true
    /// Whether the network is expensive: cellular or a personal hotspot.
    public var isExpensive = false
    /// Whether the person enabled Low Data Mode.
    public var isConstrained = false

    /// Creates an unrestricted network.
    public init() {}
}

/// The state of the device's power.
public struct PowerState: Sendable, Equatable {
    /// Whether the person enabled Low Power Mode.
    public var isLowPower = false
    /// Whether the device is charging.
    public var isCharging = false

    /// Creates an unrestricted power state.
    public init() {}
}

/// Observes the network; a platform adapter conforms.
public protocol NetworkMonitor: Sendable {
    /// The current path first, then each change.
    func paths() -> AsyncStream<NetworkPath>
}

/// Observes power; a platform adapter conforms.
public protocol PowerMonitor: Sendable {
    /// The current state first, then each change.
    func states() -> AsyncStream<PowerState>
}

/// Forwards changes of network and power to a scheduler.
public struct ConditionsMonitor: Sendable {
    private let network: any NetworkMonitor
    private let power: any PowerMonitor
    private let scheduler: SyncScheduler

    /// Creates a monitor for a scheduler.
    public init(
        network: any NetworkMonitor,
        power: any PowerMonitor,
        scheduler: SyncScheduler
    ) {
        self.network = network
        self.power = power
        self.scheduler = scheduler
    }

    /// Forwards changes until the task is cancelled or both monitors end.
    public func run() async {
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

/// What a device knows of its network.
public struct NetworkPath: Sendable, Equatable {
    /// Whether there is a network at all.
    public var isOnline = true
    /// Whether it costs money: cellular, or another phone's.
    public var isExpensive = false
    /// Whether the person asked apps to use little of it.
    public var isConstrained = false

    /// A network without limits.
    public init() {}
}

/// What a device knows of its power.
public struct PowerState: Sendable, Equatable {
    /// Whether the person asked apps to use little power.
    public var isLowPower = false
    /// Whether the device is on a charger.
    public var isCharging = false

    /// A battery without limits.
    public init() {}
}

/// Tells of the network; the platform's adapter conforms.
public protocol NetworkMonitor: Sendable {
    /// The present path first, then each other one.
    func paths() -> AsyncStream<NetworkPath>
}

/// Tells of power; the platform's adapter conforms.
public protocol PowerMonitor: Sendable {
    /// The present state first, then each other one.
    func states() -> AsyncStream<PowerState>
}

/// Carries what the monitors tell to a scheduler.
public struct ConditionsMonitor: Sendable {
    private let network: any NetworkMonitor
    private let power: any PowerMonitor
    private let scheduler: SyncScheduler

    /// A monitor for a scheduler.
    public init(
        network: any NetworkMonitor,
        power: any PowerMonitor,
        scheduler: SyncScheduler
    ) {
        self.network = network
        self.power = power
        self.scheduler = scheduler
    }

    /// Carries on until the task is cancelled or both monitors end.
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

// The worlds in which the injected bugs of an area have an effect soon: a busy day of one or two
// devices, with the faults of that area only.
extension InjectedBug.Detection {
    private static let network: Set<Fault> = [
        .latency, .lossBefore, .lossAfter, .duplication, .broken, .refusals, .unavailable,
        .partitions, .kills,
    ]

    /// Bugs of the queue, of pulls, of conflicts, of storage and of the server.
    static func sync(
        _ checks: Set<String>,
        seed: UInt64 = 0,
        with faults: Set<Fault> = [],
        days: Int = 1,
        devices: Int = 2,
        isPrompt: Bool = false
    ) -> Self {
        Self(
            checks: checks,
            faults: network.union(faults),
            isBusy: true,
            isRestless: false,
            isPrompt: isPrompt,
            days: days,
            devices: devices,
            firstSeed: seed
        )
    }

    /// Bugs of health capture.
    static func health(
        _ checks: Set<String>,
        seed: UInt64 = 0,
        with faults: Set<Fault> = [],
        days: Int = 1,
        devices: Int = 1,
        isBusy: Bool = true,
        isPrompt: Bool = false
    ) -> Self {
        Self(
            checks: checks,
            faults: faults.union([.healthOracle, .imports]),
            isBusy: isBusy,
            isRestless: false,
            isPrompt: isPrompt,
            days: days,
            devices: devices,
            firstSeed: seed
        )
    }

    /// Bugs of region monitoring and visits.
    static func place(
        _ checks: Set<String>,
        seed: UInt64 = 0,
        with faults: Set<Fault> = [],
        days: Int = 1,
        devices: Int = 1,
        isBusy: Bool = true,
        isRestless: Bool = true,
        isPrompt: Bool = false
    ) -> Self {
        Self(
            checks: checks,
            faults: faults.union([.poorRegions, .noisyFixes]),
            isBusy: isBusy,
            isRestless: isRestless,
            isPrompt: isPrompt,
            days: days,
            devices: devices,
            firstSeed: seed
        )
    }

    /// Bugs of background launches and tasks, which are judged only where the machine is prompt.
    static func background(
        _ checks: Set<String>,
        seed: UInt64 = 0,
        with faults: Set<Fault> = [],
        days: Int = 1,
        devices: Int = 1,
        isBusy: Bool = true
    ) -> Self {
        Self(
            checks: checks,
            faults: faults.union([.wakes, .leaves, .glances, .healthOracle]),
            isBusy: isBusy,
            isRestless: false,
            isPrompt: true,
            days: days,
            devices: devices,
            firstSeed: seed
        )
    }

    /// Bugs of accounts, onboarding and whole apps, with these faults only.
    static func account(
        _ checks: Set<String>,
        seed: UInt64 = 0,
        with faults: Set<Fault>,
        devices: Int = 2,
        isPrompt: Bool = false
    ) -> Self {
        Self(
            checks: checks,
            faults: faults,
            isBusy: true,
            isRestless: false,
            isPrompt: isPrompt,
            days: 1,
            devices: devices,
            firstSeed: seed
        )
    }
}

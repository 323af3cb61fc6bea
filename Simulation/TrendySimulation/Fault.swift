/// A kind of fault, by its name on the command line.
package enum Fault: String, Sendable, CaseIterable {
    case latency, lossBefore, lossAfter, duplication, truncation, drip, tooMany, unavailable
    case broken, refusals
    case partitions, portals, kills, powerLosses, diskFaults, fullDisks, suspensions
    case clockJumps, skew, serverCrashes, serverDiskFaults, restorations, collections
    case accountSwitches, imports, travels, stalls, downgrades, strangeFields, locks, forgets
    case regionLosses, poorRegions, manyPlaces, noisyFixes, coarseFixes
    case wakes, leaves, forceQuits, reboots, healthOracle, tasks, powerModes
    case glances, revocations, onboarding, apps, restrictions, otherRegions
    case typedPlaces, askedConflicts
    case healthRestorations, poorHealthKit, signalLosses, regionFailures, farTravel

    /// Removes the fault from a mix.
    func remove(from mix: inout FaultMix) {
        switch self {
        case .latency: mix.latency = .milliseconds(20)
        case .lossBefore: mix.lossBefore = 0
        case .lossAfter: mix.lossAfter = 0
        case .duplication: mix.duplication = 0
        case .truncation: mix.truncation = 0
        case .drip: mix.drip = 0
        case .tooMany: mix.tooMany = 0
        case .unavailable: mix.unavailable = 0
        case .broken: mix.broken = 0
        case .refusals: mix.refusals = 0
        case .partitions: mix.partitions = nil
        case .portals: mix.portals = nil
        case .kills: mix.kills = nil
        case .powerLosses: mix.powerLosses = nil
        case .diskFaults: mix.diskFaults = nil
        case .fullDisks: mix.fullDisks = nil
        case .suspensions: mix.suspensions = nil
        case .clockJumps: mix.clockJumps = nil
        case .skew: mix.maximumSkew = .zero
        case .serverCrashes: mix.serverCrashes = nil
        case .serverDiskFaults: mix.serverDiskFaults = nil
        case .restorations: mix.restorations = nil
        case .collections: mix.collections = nil
        case .accountSwitches: mix.accountSwitches = nil
        case .imports: mix.imports = nil
        case .travels: mix.travels = nil
        case .stalls: mix.stalls = nil
        case .downgrades: mix.downgrades = nil
        case .strangeFields: mix.hasStrangeFields = false
        case .locks: mix.locks = nil
        case .forgets: mix.forgets = nil
        case .regionLosses: mix.regionLosses = nil
        case .poorRegions: mix.hasPoorRegions = false
        case .manyPlaces: mix.hasManyPlaces = false
        case .noisyFixes: mix.hasNoisyFixes = false
        case .coarseFixes: mix.coarseFixes = nil
        case .tasks: mix.hasTasks = false
        case .powerModes: mix.powerModes = nil
        case .wakes: mix.hasWakes = false
        case .leaves: mix.leaves = nil
        case .forceQuits: mix.forceQuits = nil
        case .reboots: mix.reboots = nil
        case .healthOracle: mix.healthOracles = []
        case .glances: mix.glances = 0
        case .revocations: mix.revocations = nil
        case .onboarding: mix.hasOnboarding = false
        case .apps: mix.apps = 0
        case .restrictions: mix.restrictions = nil
        case .otherRegions: mix.hasOtherRegions = false
        case .typedPlaces: mix.hasTypedPlaces = false
        case .askedConflicts: mix.hasAskedConflicts = false
        case .healthRestorations: mix.healthRestorations = nil
        case .poorHealthKit: mix.hasPoorHealthKit = false
        case .signalLosses: mix.signalLosses = nil
        case .regionFailures: mix.regionFailures = nil
        case .farTravel: mix.hasFarTravel = false
        }
    }
}

/// A selection of faults.
package enum Scenario: String, Sendable, CaseIterable {
    /// All faults; each seed draws its mix.
    case everything
    /// Only network faults.
    case network
    /// Only process and disk faults, of devices and of the server.
    case crashes
    /// Only wrong clocks, sign-ins and sign-outs.
    case people
    /// People who visit 4 to 14 places all day instead of at most 3, and phones that miss
    /// crossings. Without imports, onboarding, server restorations and further accounts.
    case visits
    /// No faults.
    case calm

    /// The faults that the scenario excludes.
    package var without: Set<Fault> {
        let network: Set<Fault> = [
            .latency, .lossBefore, .lossAfter, .duplication, .truncation, .drip, .tooMany,
            .unavailable, .broken, .refusals, .partitions, .portals,
        ]
        let crashes: Set<Fault> = [
            .kills, .powerLosses, .diskFaults, .fullDisks, .suspensions, .stalls, .serverCrashes,
            .serverDiskFaults, .restorations, .downgrades, .wakes, .leaves, .forceQuits, .reboots,
            .glances,
        ]
        let besideVisits: Set<Fault> = [
            .restorations, .healthRestorations, .collections, .accountSwitches, .imports,
            .healthOracle,
            .onboarding, .apps, .farTravel, .manyPlaces,
        ]
        let all = Set(Fault.allCases)
        return switch self {
        case .everything: []
        case .network: all.subtracting(network)
        case .crashes: all.subtracting(crashes)
        case .people: network.union(crashes)
        case .visits: besideVisits
        case .calm: all
        }
    }

    /// Whether people visit places all day.
    package var isRestless: Bool { self == .visits }
}

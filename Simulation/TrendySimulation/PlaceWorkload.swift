import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// Location monitoring of a simulated phone's app.
enum PlaceWorkload {
    /// The accuracy of cell-tower fixes in metres.
    static let coarseAccuracy = 1_300.0
    /// The largest error of the system's region boundary in metres.
    static let maximumBoundaryNoise = 50.0

    /// The real adapter over the simulated CoreLocation.
    static func regions(of process: SimulatedDevice.Process) -> any RegionMonitor {
        let world = process.device.world
        let phone = process.device.health(of: process.account).phone
        let clock = SimulatedWallClock(world.simulation)
        let classic = phone.run {
            CLLocationManagerRegionMonitor(CLLocationManager(), now: { clock.now() })
        }
        let monitor = PhoneRegions(base: classic, phone: phone)
        return world.options.injectedBug?.regions?(monitor, process) ?? monitor
    }

    /// Reads location conditions from the phone; whether location services are enabled is not a
    /// property of a manager.
    private struct PhoneRegions: RegionMonitor {
        let base: CLLocationManagerRegionMonitor
        let phone: Phone

        func signals() -> AsyncStream<RegionSignal> { base.signals() }
        func monitoredRegions() -> [MonitoredRegion] { base.monitoredRegions() }
        func conditions() -> LocationConditions { phone.run { base.conditions() } }
        func monitor(_ region: MonitoredRegion) { base.monitor(region) }
        func stopMonitoring(_ identifier: String) { base.stopMonitoring(identifier) }
        func requestState(of identifier: String) { base.requestState(of: identifier) }
        func lastFix() -> Fix? { base.lastFix() }
        func requestFix() { base.requestFix() }
        func request(_ step: LocationAuthorization.Request) { base.request(step) }
    }

    /// Lets a phone follow its owner's track, with the inaccuracies of real phones.
    static func prepare(_ phone: Phone, of account: String, on device: SimulatedDevice) {
        guard let oracle = device.world.locationOracle[account] else { return }
        var random = device.world.simulation.random("places-\(device.name)-\(account)")
        let location = phone.location
        var behavior = CoreLocationBehavior()
        behavior.crossingDelay = random.duration(.zero, .seconds(180))
        behavior.exitDistance = random.pick([50, 100, 200])
        behavior.reportsStateOnRegistration = random.happens(500)
        behavior.regionsSurviveReboot = random.happens(500)
        behavior.reportsChangesAfterPause = random.happens(500)
        behavior.forceQuit = random.pick([.relaunch, .blockedUntilUserLaunch])
        behavior.unclaimedEvents = random.pick([.lost, .kept])
        behavior.limitFailureNamesRegion = random.happens(500)
        if device.world.faults.hasPoorRegions {
            behavior.missedShare = random.pick([0.02, 0.1])
            behavior.lostShare = random.pick([0, 0.05])
        }
        if device.world.faults.hasNoisyFixes {
            device.world.coverage.reached(.fixesNoisy)
            behavior.horizontalAccuracy = random.pick([15, 40, 65, 150])
            // The error never exceeds the stated accuracy.
            behavior.positionNoise = behavior.horizontalAccuracy * 0.7
            behavior.boundaryNoise = random.pick([0, 25, maximumBoundaryNoise])
        }
        if device.world.faults.regionFailures != nil {
            var random = device.world.simulation.random("setup-\(device.name)-\(account)")
            behavior.setupDelay = random.pick([.zero, .zero, .seconds(1), .seconds(5)])
        }
        location.behavior = behavior
        location.regionRecords = []
        location.walk = oracle.walk
        location.choose(.always)
        if device.world.faults.hasOtherRegions {
            device.world.coverage.reached(.slotsShared)
            let count = Int.random(in: 1...18, using: &random)
            location.addForeignRegions((0..<count).map { "other-\($0)" })
        }
    }
}

/// A restriction of location access by the person.
private enum LocationRestriction: CaseIterable {
    case never, whileUsing, askNextTime, roughly, servicesOff

    func apply(to location: SimulatedLocation) {
        switch self {
        case .never: location.choose(.never)
        case .whileUsing: location.choose(.whileUsing)
        case .askNextTime: location.choose(.askNextTime)
        case .roughly: location.isPrecise = false
        case .servicesOff: location.areServicesEnabled = false
        }
    }

    /// The person removes the restriction.
    func lift(from location: SimulatedLocation) {
        switch self {
        case .never, .whileUsing, .askNextTime: location.choose(.always)
        case .roughly: location.isPrecise = true
        case .servicesOff: location.areServicesEnabled = true
        }
    }
}

extension FaultScheduler {
    /// The phone has only coarse fixes from a cell tower for a while.
    func coarsen(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.fixesCoarse)
        simulation.log("\(device.name) has coarse fixes")
        device.log.begin(.coarse, at: device.date)
        let usual = device.phones.map { phone in
            let behavior = phone.location.behavior
            phone.location.behavior.horizontalAccuracy = PlaceWorkload.coarseAccuracy
            phone.location.behavior.positionNoise = PlaceWorkload.coarseAccuracy * 0.7
            return (phone, behavior)
        }
        try await simulation.sleep(for: random.duration(.seconds(300), .seconds(20_000)))
        for (phone, behavior) in usual {
            phone.location.behavior.horizontalAccuracy = behavior.horizontalAccuracy
            phone.location.behavior.positionNoise = behavior.positionNoise
        }
        device.log.end(.coarse, at: device.date)
    }

    /// The phone cannot determine its location for a while (below ground, on a ship) and detects no
    /// crossings.
    func loseSignal(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.signalLost)
        simulation.log("\(device.name) cannot determine its location")
        device.log.begin(.lost, at: device.date)
        let phones = device.phones
        for phone in phones { phone.location.hasSignal = false }
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(20_000)))
        for phone in phones { phone.location.hasSignal = true }
        device.log.end(.lost, at: device.date)
        simulation.log("\(device.name) determines its location again")
    }

    /// A region's monitoring fails temporarily or for good, or the system refuses some regions for
    /// a while.
    ///
    /// The app receives a failure, which does not always name the region.
    func failRegions(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard random.happens(500) else {
            for phone in device.phones {
                let monitored = phone.location.monitoredIdentifiers
                guard !monitored.isEmpty else { continue }
                world.coverage.reached(.regionFailed)
                let (identifier, names) = (random.pick(monitored), random.happens(500))
                simulation.log("\(device.name) fails to monitor \(identifier)")
                phone.location.fail(
                    region: identifier,
                    namesRegion: names,
                    stops: random.happens(500)
                )
            }
            return
        }
        device.log.begin(.refused, at: device.date)
        let phones = device.phones
        for phone in phones {
            let refused = phone.location.monitoredIdentifiers.filter { _ in random.happens(300) }
            guard !refused.isEmpty else { continue }
            world.coverage.reached(.regionRefused)
            simulation.log("\(device.name) refuses \(refused)")
            phone.location.behavior.refusedRegions = Set(refused)
        }
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(86_400)))
        for phone in phones { phone.location.behavior.refusedRegions = [] }
        device.log.end(.refused, at: device.date)
    }
}

extension FaultScheduler {
    /// The person restricts location access, and restores it later.
    func restrict(_ device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        world.coverage.reached(.locationRestricted)
        let restriction = random.pick(LocationRestriction.allCases)
        simulation.log("\(device.name) has restricted location access: \(restriction)")
        device.log.begin(.restricted, at: device.date)
        let phones = device.phones
        for phone in phones { restriction.apply(to: phone.location) }
        try await simulation.sleep(for: random.duration(.seconds(60), .seconds(86_400)))
        for phone in phones { restriction.lift(from: phone.location) }
        device.log.end(.restricted, at: device.date)
        simulation.log("\(device.name) has full location access again")
    }
}

extension SimulatedDevice {
    /// The system silently drops regions of the app.
    func loseRegions(_ random: inout SplitMix64) {
        for phone in phones {
            let monitored = phone.location.monitoredIdentifiers
            let lost = monitored.filter { _ in random.happens(500) }
            phone.location.dropRegions(Set(lost))
        }
    }
}

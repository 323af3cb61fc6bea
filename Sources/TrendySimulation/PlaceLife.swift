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

/// What an app does about places while its process lives: the real watch over the simulated
/// CoreLocation.
struct PlaceLife {
    private let monitor: GeofenceMonitor
    private unowned let process: SimulatedDevice.Process

    /// Makes the manager at once: what the system has to tell is told when it is there.
    init(_ process: SimulatedDevice.Process) {
        self.process = process
        let world = process.device.world
        let phone = process.device.health(of: process.account).phone
        let clock = SimulatedWallClock(world.simulation)
        let classic = phone.run {
            ClassicRegionMonitor(CLLocationManager(), now: { clock.now() })
        }
        var dependencies = process.dependencies
        // Fixes and visits have the phone's true time; what its clock says matters elsewhere.
        dependencies.wallClock = clock
        dependencies.clock = ProcessClock(process)
        let sabotage = world.options.sabotage
        monitor = GeofenceMonitor(
            store: process.engine.store,
            monitor: sabotage?.regions?(classic, process) ?? classic,
            dependencies: dependencies,
            zone: { "GMT" },
            onRecorded: { [weak world] in world?.marks.reached(.placeVisited) }
        )
    }

    /// Listens until the process ends.
    func run() async {
        let world = process.device.world
        let name = process.device.name
        await monitor.run { _ in world.simulation.log("\(name) could not keep a visit") }
    }

    /// The regions are gone over.
    func reconcile(_ trigger: GeofenceMonitor.Trigger) async {
        // What the store refuses now is done at the next occasion.
        _ = try? await monitor.reconcile(trigger)
    }

    // MARK: the phone

    /// Lets a phone go where its owner goes, and be as bad at it as phones are.
    static func prepare(_ phone: Phone, of account: String, on device: SimulatedDevice) {
        guard let whereabouts = device.world.whereabouts[account] else { return }
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
        location.behavior = behavior
        location.walk = whereabouts.walk
        location.choose(.always)
    }
}

extension SimulatedDevice {
    /// The system loses regions of the app, without a word.
    func loseRegions(_ random: inout SplitMix64) {
        for phone in phones {
            let watched = phone.location.watchedIdentifiers
            let lost = watched.filter { _ in random.happens(500) }
            phone.location.dropRegions(Set(lost))
        }
    }
}

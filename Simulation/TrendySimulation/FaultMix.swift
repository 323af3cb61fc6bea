import SimulationKit

/// The rates of all faults in a run.
///
/// Each seed draws its own; some rates are zero.
package struct FaultMix: Sendable, Equatable {
    /// The number of accounts on the server.
    package var accounts = 1
    /// The longest delay of a request or response.
    package var latency = Duration.milliseconds(200)
    /// The chance in a thousand that a request is lost.
    package var lossBefore = 0
    /// The chance in a thousand that a response is lost.
    package var lossAfter = 0
    /// The chance in a thousand that a request is delivered a second time, later.
    package var duplication = 0
    /// The chance in a thousand that a response is truncated.
    package var truncation = 0
    /// The chance in a thousand that a response arrives slowly, in small pieces.
    package var drip = 0
    /// The chance in a thousand that a proxy answers 429 with Retry-After.
    package var tooMany = 0
    /// The chance in a thousand that a proxy answers 503.
    package var unavailable = 0
    /// The chance in a thousand that the server answers 500 with a problem document.
    package var broken = 0
    /// The chance in a thousand that the server wrongly refuses a whole push with 422.
    package var refusals = 0
    /// The mean time between network partitions of a device; `nil` for none.
    package var partitions: Duration?
    /// The mean time between connections to a network with a captive portal.
    package var portals: Duration?
    /// The mean time between kills of a device's process.
    package var kills: Duration?
    /// The mean time between power losses of a device.
    package var powerLosses: Duration?
    /// The mean time between disk faults of a device.
    package var diskFaults: Duration?
    /// The mean time between periods in which a device's disk is full.
    package var fullDisks: Duration?
    /// The mean time between suspensions of a device's process.
    package var suspensions: Duration?
    /// The mean time between jumps of a device's clock.
    package var clockJumps: Duration?
    /// The largest skew of a device's clock.
    package var maximumSkew = Duration.zero
    /// Whether all clocks show the true time.
    var hasRightClocks: Bool { clockJumps == nil && maximumSkew == .zero }
    /// The mean time between crashes of the server.
    package var serverCrashes: Duration?
    /// The mean time between disk faults of the server.
    package var serverDiskFaults: Duration?
    /// The mean time between restorations of the server from a backup.
    package var restorations: Duration?
    /// The mean time between garbage collections of the server's tombstones.
    package var collections: Duration?
    /// The mean time between account changes on a device.
    package var accountSwitches: Duration?
    /// The mean time between history imports on a device.
    package var imports: Duration?
    /// The mean time between journeys of a person to another time zone.
    package var travels: Duration?
    /// The mean time between suspensions in the middle of a device's write.
    package var stalls: Duration?
    /// The mean time between installations of an app or a server that is older than its data.
    package var downgrades: Duration?
    /// The mean time between locks of a phone.
    package var locks: Duration?
    /// The mean time between the times at which a phone's HealthKit forgets its deleted objects.
    package var forgets: Duration?
    /// Whether phones launch the app in the background.
    package var hasWakes = false
    /// Whether phones grant background tasks to the app.
    package var hasTasks = false
    /// The mean time between changes of a phone's power state or of its Background App Refresh
    /// switch.
    package var powerModes: Duration?
    /// The mean time between the times at which a person leaves the app.
    package var leaves: Duration?
    /// The chance in a thousand that a person leaves the app after an action.
    package var glances = 0
    /// The mean time between revocations of health read access.
    package var revocations: Duration?
    /// The mean time between force quits of the app.
    package var forceQuits: Duration?
    /// The mean time between reboots of a phone.
    package var reboots: Duration?
    /// The mean time between losses of monitored regions.
    package var regionLosses: Duration?
    /// Whether phones miss crossings.
    package var hasPoorRegions = false
    /// Whether fixes and region boundaries are inaccurate.
    package var hasNoisyFixes = false
    /// The mean time between periods in which a phone has only coarse fixes.
    package var coarseFixes: Duration?
    /// The mean time between restrictions of location access by the person.
    package var restrictions: Duration?
    /// Whether another part of the app monitors regions too.
    package var hasOtherRegions = false
    /// Whether visits to a place have an event type of their own, some of which are deleted.
    package var hasTypedPlaces = false
    /// Whether people set some types to ask before conflicts are resolved.
    package var hasAskedConflicts = false
    /// Whether people enable their places from the start.
    package var hasPlacesEarly = false
    /// Whether people have more places than a phone can monitor.
    package var hasManyPlaces = false
    /// The health data that people have besides steps.
    package var healthOracles: [HealthOraclePart] = []
    /// The mean time between restorations of a phone's HealthKit: the same samples with new
    /// identifiers, in a store that does not recognize earlier anchors.
    package var healthRestorations: Duration?
    /// Whether HealthKit background delivery is at its worst: hourly wakes that are late or stop
    /// for good, or an app without background delivery.
    package var hasPoorHealthKit = false
    /// The mean time between periods in which a phone cannot determine its location.
    package var signalLosses: Duration?
    /// The mean time between failed or refused region registrations of a phone.
    package var regionFailures: Duration?
    /// Whether people fly to a distant place for some hours.
    package var hasFarTravel = false
    /// Whether people go through onboarding.
    package var hasOnboarding = false
    /// The number of phones that run the whole app, besides the devices.
    package var apps = 0
    /// Whether the server and the devices send fields that the other side does not know.
    package var hasStrangeFields = false
    /// The mean time between actions of a person on one device.
    package var actions = Duration.seconds(2 * 3600)
    /// The mean time between syncs without a request.
    package var syncs = Duration.seconds(3 * 3600)

    /// One of these is always present; a seed may add others.
    private static let firstHealthOracles: [HealthOraclePart] = [
        .water, .heartRate, .sleep, .workouts,
    ]

    /// Whether a phone can permanently miss a deletion.
    var losesDeletions: Bool { forgets != nil || healthRestorations != nil }

    /// Whether a phone can permanently miss the deletion of a category's last sample, for example
    /// because the category is unreadable at the time.
    var mayKeepLast: Bool { losesDeletions || revocations != nil }

    /// A mix without faults.
    package init() {}

    /// Draws a mix from a seed: each fault is absent, rare or frequent.
    init(drawnFrom random: inout SplitMix64) {
        drawNetworkFaults(&random)
        drawProcessFaults(&random)
        drawServerFaults(&random)
        drawUse(&random)
        drawPhoneFaults(&random)
        drawPlacesAndHealth(&random)
    }

    // The order of the draws defines the mix of a seed: each function continues after the previous
    // one.

    /// Draws the number of accounts and the faults of the network.
    private mutating func drawNetworkFaults(_ random: inout SplitMix64) {
        accounts = random.happens(300) ? 2 : 1
        latency = random.pick([.milliseconds(20), .milliseconds(200), .seconds(5), .seconds(40)])
        lossBefore = random.chance(upTo: 200)
        lossAfter = random.chance(upTo: 200)
        duplication = random.chance(upTo: 200)
        truncation = random.chance(upTo: 100)
        drip = random.chance(upTo: 100)
        tooMany = random.chance(upTo: 100)
        unavailable = random.chance(upTo: 100)
        broken = random.chance(upTo: 100)
        refusals = random.chance(upTo: 200)
        partitions = random.interval(6...72)
        portals = random.interval(12...96)
    }

    /// Draws the faults of processes, disks and clocks.
    private mutating func drawProcessFaults(_ random: inout SplitMix64) {
        kills = random.interval(4...72)
        powerLosses = random.interval(12...96)
        diskFaults = random.interval(6...72)
        fullDisks = random.interval(24...96)
        suspensions = random.interval(4...48)
        clockJumps = random.interval(12...96)
        maximumSkew = random.pick([
            .zero, .seconds(5), .seconds(3600), .seconds(86_400), .seconds(365 * 86_400),
        ])
    }

    /// Draws the faults of the server.
    private mutating func drawServerFaults(_ random: inout SplitMix64) {
        serverCrashes = random.interval(6...96)
        serverDiskFaults = random.interval(12...96)
        restorations = random.happens(250) ? .seconds(5 * 86_400) : nil
        // A device that is offline for longer than tombstones are kept, across a restoration,
        // cannot distinguish deleted entities from lost ones. The days of a run are too few for
        // both faults.
        let collects = random.interval(24...96)
        collections = restorations == nil ? collects : nil
    }

    /// Draws how people use the app, and the faults of their actions.
    private mutating func drawUse(_ random: inout SplitMix64) {
        accountSwitches = accounts > 1 ? random.interval(24...72) : nil
        imports = random.interval(24...96)
        travels = random.interval(24...96)
        stalls = random.interval(12...72)
        downgrades = random.interval(48...200)
        hasStrangeFields = random.happens(500)
        actions = random.pick([.seconds(3600), .seconds(14_400), .seconds(43_200)])
        syncs = random.pick([.seconds(10_800), .seconds(28_800), .seconds(86_400)])
    }

    /// Draws the faults of phones and their region monitoring.
    private mutating func drawPhoneFaults(_ random: inout SplitMix64) {
        locks = random.interval(4...24)
        forgets = random.interval(12...96)
        hasWakes = random.happens(750)
        leaves = random.interval(2...24)
        forceQuits = random.interval(12...96)
        reboots = random.interval(24...200)
        regionLosses = random.interval(24...96)
        hasPoorRegions = random.happens(300)
        hasManyPlaces = random.happens(200)
        healthOracles = random.happens(300) ? [] : [random.pick(Self.firstHealthOracles)]
        hasTasks = random.happens(750)
        powerModes = random.interval(6...48)
        glances = random.pick([0, 700, 950, 950])
        revocations = random.interval(24...96)
    }

    /// The number of rows of the catalogue that a person has data of, if any.
    private static let catalogueRows = 6

    /// Draws the rows of the catalogue that people have data of.
    private mutating func drawCatalogue(_ random: inout SplitMix64) {
        guard random.happens(350) else { return }
        while healthOracles.count(where: \.isRow) < Self.catalogueRows {
            let part = random.pick(HealthOraclePart.rows)
            if (healthOracles + [part]).canBeTogether { healthOracles.append(part) }
        }
    }

    /// Draws the further faults of apps, places and health data.
    private mutating func drawPlacesAndHealth(_ random: inout SplitMix64) {
        hasOnboarding = random.happens(500)
        hasNoisyFixes = random.happens(500)
        coarseFixes = random.interval(6...72)
        hasPlacesEarly = random.happens(700)
        apps = random.pick([0, 0, 1, 2])
        restrictions = random.interval(24...96)
        hasOtherRegions = random.happens(300)
        hasTypedPlaces = random.happens(350)
        hasAskedConflicts = random.happens(200)
        for _ in 0..<2 where random.happens(400) {
            let part = random.pick(HealthOraclePart.special)
            if (healthOracles + [part]).canBeTogether { healthOracles.append(part) }
        }
        healthRestorations = random.happens(250) ? random.interval(24...200) : nil
        hasPoorHealthKit = random.happens(400)
        signalLosses = random.interval(6...72)
        regionFailures = random.interval(6...72)
        hasFarTravel = random.happens(300)
        drawCatalogue(&random)
    }
}

extension SplitMix64 {
    /// Draws a chance: often zero, otherwise at most `most`.
    fileprivate mutating func chance(upTo most: Int) -> Int {
        happens(500) ? 0 : Int.random(in: 1...most, using: &self)
    }

    /// Draws an interval within a range of hours, often `nil`.
    fileprivate mutating func interval(_ hours: ClosedRange<Int64>) -> Duration? {
        happens(400) ? nil : .seconds(Int64.random(in: hours, using: &self) * 3600)
    }
}

extension HealthOraclePart {
    /// Whether it is a row of the catalogue.
    fileprivate var isRow: Bool {
        if case .row = self { true } else { false }
    }
}

extension [HealthOraclePart] {
    /// Whether the results of each part can be distinguished: background heart-rate readings and
    /// heart-rate readings of workouts cannot.
    fileprivate var canBeTogether: Bool {
        Set(self).count == count && !(contains(.heartRate) && contains(.workouts))
    }
}

import SimulationKit

/// The rates of all faults in a run.
///
/// Each seed draws its own; some rates are zero.
public struct FaultMix: Sendable, Equatable {
    /// The number of accounts on the server.
    public var accounts = 1
    /// The longest delay of a request or response.
    public var latency = Duration.milliseconds(200)
    /// The chance in a thousand that a request is lost.
    public var lossBefore = 0
    /// The chance in a thousand that a response is lost.
    public var lossAfter = 0
    /// The chance in a thousand that a request is delivered a second time, later.
    public var duplication = 0
    /// The chance in a thousand that a response is truncated.
    public var truncation = 0
    /// The chance in a thousand that a response arrives slowly, in small pieces.
    public var drip = 0
    /// The chance in a thousand that a proxy answers 429 with Retry-After.
    public var tooMany = 0
    /// The chance in a thousand that a proxy answers 503.
    public var unavailable = 0
    /// The chance in a thousand that the server answers 500 with a problem document.
    public var broken = 0
    /// The chance in a thousand that the server wrongly refuses a whole push with 422.
    public var refusals = 0
    /// The mean time between network partitions of a device; `nil` for none.
    public var partitions: Duration?
    /// The mean time between connections to a network with a captive portal.
    public var portals: Duration?
    /// The mean time between kills of a device's process.
    public var kills: Duration?
    /// The mean time between power losses of a device.
    public var powerLosses: Duration?
    /// The mean time between disk faults of a device.
    public var diskFaults: Duration?
    /// The mean time between periods in which a device's disk is full.
    public var fullDisks: Duration?
    /// The mean time between suspensions of a device's process.
    public var suspensions: Duration?
    /// The mean time between jumps of a device's clock.
    public var clockJumps: Duration?
    /// The largest skew of a device's clock.
    public var maximumSkew = Duration.zero
    /// The mean time between crashes of the server.
    public var serverCrashes: Duration?
    /// The mean time between disk faults of the server.
    public var serverDiskFaults: Duration?
    /// The mean time between restorations of the server from a backup.
    public var restorations: Duration?
    /// The mean time between garbage collections of the server's tombstones.
    public var collections: Duration?
    /// The mean time between account changes on a device.
    public var accountSwitches: Duration?
    /// The mean time between history imports on a device.
    public var imports: Duration?
    /// The mean time between journeys of a person to another time zone.
    public var travels: Duration?
    /// The mean time between suspensions in the middle of a device's write.
    public var stalls: Duration?
    /// The mean time between installations of an app or a server that is older than its data.
    public var downgrades: Duration?
    /// The mean time between locks of a phone.
    public var locks: Duration?
    /// The mean time between the times at which a phone's HealthKit forgets its deleted objects.
    public var forgets: Duration?
    /// Whether phones launch the app in the background.
    public var hasWakes = false
    /// Whether phones grant background tasks to the app.
    public var hasTasks = false
    /// The mean time between changes of a phone's power state or of its Background App Refresh
    /// switch.
    public var powerModes: Duration?
    /// The mean time between the times at which a person leaves the app.
    public var leaves: Duration?
    /// The chance in a thousand that a person leaves the app after an action.
    public var glances = 0
    /// The mean time between revocations of health read access.
    public var revocations: Duration?
    /// The mean time between force quits of the app.
    public var forceQuits: Duration?
    /// The mean time between reboots of a phone.
    public var reboots: Duration?
    /// The mean time between losses of monitored regions.
    public var regionLosses: Duration?
    /// Whether phones miss crossings.
    public var hasPoorRegions = false
    /// Whether fixes and region boundaries are inaccurate.
    public var hasNoisyFixes = false
    /// The mean time between periods in which a phone has only coarse fixes.
    public var coarseFixes: Duration?
    /// The mean time between restrictions of location access by the person.
    public var restrictions: Duration?
    /// Whether another part of the app monitors regions too.
    public var hasOtherRegions = false
    /// Whether visits to a place have an event type of their own, some of which are deleted.
    public var hasTypedPlaces = false
    /// Whether people set some types to ask before conflicts are resolved.
    public var hasAskedConflicts = false
    /// Whether people enable their places from the start.
    public var hasPlacesEarly = false
    /// Whether people have more places than a phone can monitor.
    public var hasManyPlaces = false
    /// The health data that people have besides steps.
    public var healthOracles: [HealthOraclePart] = []
    /// The mean time between restorations of a phone's HealthKit: the same samples with new
    /// identifiers, in a store that does not recognize earlier anchors.
    public var healthRestorations: Duration?
    /// Whether HealthKit background delivery is at its worst: hourly wakes that are late or stop
    /// for good, or an app without background delivery.
    public var hasPoorHealthKit = false
    /// The mean time between periods in which a phone cannot determine its location.
    public var signalLosses: Duration?
    /// The mean time between failed or refused region registrations of a phone.
    public var regionFailures: Duration?
    /// Whether people fly to a distant place for some hours.
    public var hasFarTravel = false
    /// Whether people go through onboarding.
    public var hasOnboarding = false
    /// The number of phones that run the whole app, besides the devices.
    public var apps = 0
    /// Whether the server and the devices send fields that the other side does not know.
    public var hasStrangeFields = false
    /// The mean time between actions of a person on one device.
    public var actions = Duration.seconds(2 * 3600)
    /// The mean time between syncs without a request.
    public var syncs = Duration.seconds(3 * 3600)

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
    public init() {}

    /// Draws a mix from a seed: each fault is absent, rare or frequent.
    init(drawnFrom random: inout SplitMix64) {
        func chances(_ most: Int) -> Int {
            random.happens(500) ? 0 : Int.random(in: 1...most, using: &random)
        }
        func interval(_ hours: ClosedRange<Int64>) -> Duration? {
            random.happens(400)
                ? nil : .seconds(Int64.random(in: hours, using: &random) * 3600)
        }
        accounts = random.happens(300) ? 2 : 1
        latency = random.pick([.milliseconds(20), .milliseconds(200), .seconds(5), .seconds(40)])
        lossBefore = chances(200)
        lossAfter = chances(200)
        duplication = chances(200)
        truncation = chances(100)
        drip = chances(100)
        tooMany = chances(100)
        unavailable = chances(100)
        broken = chances(100)
        refusals = chances(200)
        partitions = interval(6...72)
        portals = interval(12...96)
        kills = interval(4...72)
        powerLosses = interval(12...96)
        diskFaults = interval(6...72)
        fullDisks = interval(24...96)
        suspensions = interval(4...48)
        clockJumps = interval(12...96)
        maximumSkew = random.pick([
            .zero, .seconds(5), .seconds(3600), .seconds(86_400), .seconds(365 * 86_400),
        ])
        serverCrashes = interval(6...96)
        serverDiskFaults = interval(12...96)
        restorations = random.happens(250) ? .seconds(5 * 86_400) : nil
        // A device that is offline for longer than tombstones are kept, across a restoration,
        // cannot distinguish deleted entities from lost ones. The days of a run are too few for
        // both faults.
        let collects = interval(24...96)
        collections = restorations == nil ? collects : nil
        accountSwitches = accounts > 1 ? interval(24...72) : nil
        imports = interval(24...96)
        travels = interval(24...96)
        stalls = interval(12...72)
        downgrades = interval(48...200)
        hasStrangeFields = random.happens(500)
        actions = random.pick([.seconds(3600), .seconds(14_400), .seconds(43_200)])
        syncs = random.pick([.seconds(10_800), .seconds(28_800), .seconds(86_400)])
        locks = interval(4...24)
        forgets = interval(12...96)
        hasWakes = random.happens(750)
        leaves = interval(2...24)
        forceQuits = interval(12...96)
        reboots = interval(24...200)
        regionLosses = interval(24...96)
        hasPoorRegions = random.happens(300)
        hasManyPlaces = random.happens(200)
        healthOracles = random.happens(300) ? [] : [random.pick(Self.firstHealthOracles)]
        hasTasks = random.happens(750)
        powerModes = interval(6...48)
        glances = random.pick([0, 700, 950, 950])
        revocations = interval(24...96)
        hasOnboarding = random.happens(500)
        hasNoisyFixes = random.happens(500)
        coarseFixes = interval(6...72)
        hasPlacesEarly = random.happens(700)
        apps = random.pick([0, 0, 1, 2])
        restrictions = interval(24...96)
        hasOtherRegions = random.happens(300)
        hasTypedPlaces = random.happens(350)
        hasAskedConflicts = random.happens(200)
        for _ in 0..<2 where random.happens(400) {
            let part = random.pick(HealthOraclePart.allCases)
            if (healthOracles + [part]).canBeTogether { healthOracles.append(part) }
        }
        healthRestorations = random.happens(250) ? interval(24...200) : nil
        hasPoorHealthKit = random.happens(400)
        signalLosses = interval(6...72)
        regionFailures = interval(6...72)
        hasFarTravel = random.happens(300)
    }
}

extension [HealthOraclePart] {
    /// Whether the results of each part can be distinguished: background heart-rate readings and
    /// heart-rate readings of workouts cannot.
    fileprivate var canBeTogether: Bool {
        Set(self).count == count && !(contains(.heartRate) && contains(.workouts))
    }
}

import SimulationKit

/// How much of each fault a run has; each seed draws its own, some of them none.
public struct FaultMix: Sendable, Equatable {
    /// Accounts that share the server.
    public var accounts = 1
    /// The longest that a request or an answer is under way.
    public var latency = Duration.milliseconds(200)
    /// Chances in a thousand that a request is lost on its way.
    public var lossBefore = 0
    /// Chances in a thousand that an answer is lost on its way.
    public var lossAfter = 0
    /// Chances in a thousand that a request arrives a second time, later.
    public var duplication = 0
    /// Chances in a thousand that an answer is cut off.
    public var truncation = 0
    /// Chances in a thousand that an answer drips.
    public var drip = 0
    /// Chances in a thousand that something in between answers 429 with Retry-After.
    public var tooMany = 0
    /// Chances in a thousand that something in between answers 503.
    public var unavailable = 0
    /// Chances in a thousand that the server answers 500 with a problem.
    public var broken = 0
    /// Chances in a thousand that the server refuses a push as a whole with 422, wrongly.
    public var refusals = 0
    /// The mean time between two partitions of a device; `nil` for none.
    public var partitions: Duration?
    /// The mean time between two stays in a network with a captive portal.
    public var portals: Duration?
    /// The mean time between two kills of a device's process.
    public var kills: Duration?
    /// The mean time between two losses of power of a device.
    public var powerLosses: Duration?
    /// The mean time between two faults of a device's disk.
    public var diskFaults: Duration?
    /// The mean time between two times that a device is full.
    public var fullDisks: Duration?
    /// The mean time between two suspensions of a device's process.
    public var suspensions: Duration?
    /// The mean time between two jumps of a device's clock.
    public var clockJumps: Duration?
    /// How wrong a device's clock may be.
    public var maximumSkew = Duration.zero
    /// The mean time between two crashes of the server.
    public var serverCrashes: Duration?
    /// The mean time between two faults of the server's disk.
    public var serverDiskFaults: Duration?
    /// The mean time between two restorations of the server from a backup.
    public var restorations: Duration?
    /// The mean time between two collections of the server's tombstones.
    public var collections: Duration?
    /// The mean time between two changes of who is signed in on a device.
    public var accountSwitches: Duration?
    /// The mean time between two imports of history on a device.
    public var imports: Duration?
    /// The mean time between two travels of a person to another time zone.
    public var travels: Duration?
    /// The mean time between two suspensions in the middle of a device's write.
    public var stalls: Duration?
    /// The mean time between two installations of an app, or a server, that is older than its data.
    public var downgrades: Duration?
    /// The mean time between two times that a phone is locked.
    public var locks: Duration?
    /// The mean time between two times that a phone's HealthKit forgets what was deleted.
    public var forgets: Duration?
    /// Whether phones launch the app in the background.
    public var hasWakes = false
    /// Whether phones grant the app background tasks.
    public var hasTasks = false
    /// The mean time between two changes of a phone's power, or of what the person lets apps do.
    public var powerModes: Duration?
    /// The mean time between two times that a person puts the phone away.
    public var leaves: Duration?
    /// How many of a thousand times a person puts the phone away after what they did.
    public var glances = 0
    /// The mean time between two times that a person takes back what the app may read.
    public var revocations: Duration?
    /// The mean time between two times that a person swipes the app away.
    public var forceQuits: Duration?
    /// The mean time between two times that a phone starts anew.
    public var reboots: Duration?
    /// The mean time between two times that a phone loses regions.
    public var regionLosses: Duration?
    /// Whether phones miss crossings.
    public var hasPoorRegions = false
    /// Whether fixes of phones, and the edges of regions, are off.
    public var hasNoisyFixes = false
    /// The mean time between two times that a phone knows only roughly where it is.
    public var coarseFixes: Duration?
    /// The mean time between two times that a person lets the app know less of where they are.
    public var restrictions: Duration?
    /// Whether another part of the app has regions watched, too.
    public var hasOtherRegions = false
    /// Whether visits to people's places are of types of their own, some of which are gone.
    public var hasTypedPlaces = false
    /// Whether people let some conflicts wait for their word.
    public var hasAskedConflicts = false
    /// Whether people have their places watched from the beginning.
    public var hasPlacesEarly = false
    /// Whether people have more places than a phone watches.
    public var hasManyPlaces = false
    /// What HealthKit knows of people besides their steps.
    public var healthOracles: [HealthOraclePart] = []
    /// The mean time between two times that a phone's HealthKit is restored: the same samples under
    /// new identifiers, in a store to which all anchors are foreign.
    public var healthRestorations: Duration?
    /// Whether phones' HealthKit is as bad as it may be: hourly wakes that are late or end for
    /// good, an app that may not have any.
    public var hasPoorHealthKit = false
    /// The mean time between two times that a phone cannot find out where it is.
    public var signalLosses: Duration?
    /// The mean time between two times that a phone's watch of a region fails, or is refused.
    public var regionFailures: Duration?
    /// Whether people fly somewhere else for a day.
    public var hasFarTravel = false
    /// Whether people are shown around in the app.
    public var hasOnboarding = false
    /// On how many phones the whole app runs, besides the devices.
    public var apps = 0
    /// Whether the server and the devices send fields that the other side does not know.
    public var hasStrangeFields = false
    /// The mean time between two actions of a person on one device.
    public var actions = Duration.seconds(2 * 3600)
    /// The mean time between two syncs that nothing asked for.
    public var syncs = Duration.seconds(3 * 3600)

    /// One of them is there first; each seed may have others besides.
    private static let firstHealthOracles: [HealthOraclePart] = [
        .water, .heartRate, .sleep, .workouts,
    ]

    /// Whether a phone may never learn that something was deleted.
    var losesDeletions: Bool { forgets != nil || healthRestorations != nil }

    /// Whether a phone may never learn that the last sample of all was deleted, be it that it may
    /// not be read just then.
    var mayKeepLast: Bool { losesDeletions || revocations != nil }

    /// No faults at all.
    public init() {}

    /// A mix of a seed: each fault is there or not, and if so, rare or often.
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
        // A device that stays away for longer than tombstones are kept, over a restoration, cannot
        // tell what was deleted from what was lost; the days of a run are too few for both.
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
    /// Whether each is told apart from the others in what comes of them: a heart rate that was
    /// measured by itself is not that of a workout.
    fileprivate var canBeTogether: Bool {
        Set(self).count == count && !(contains(.heartRate) && contains(.workouts))
    }
}

// SimulatedLocationBehavior: the switches of the simulated CoreLocation.

/// How the simulated CoreLocation behaves where Apple's is not documented, or may differ.
///
/// The defaults are what is documented or was seen most often; the README says which is which.
/// Distances are in meters.
public struct CoreLocationBehavior: Sendable, Hashable {
    /// What a force quit means for wakes.
    public enum ForceQuit: Sendable, Hashable {
        /// The app is launched all the same.
        case relaunch
        /// Nothing launches it until the person opens it.
        case blockedUntilUserLaunch
    }

    /// What happens with an event that nobody in the app takes.
    public enum UnclaimedEvents: Sendable, Hashable {
        /// It is gone.
        case lost
        /// It waits for the next manager or monitor that does.
        case kept
    }

    // Crossings

    /// How long the person must stay on the other side.
    public var settleTime = Duration.seconds(20)
    /// How far inside of the edge an entry is noticed.
    public var entryDistance = 0.0
    /// How far outside of the edge an exit is noticed.
    public var exitDistance = 100.0
    /// The same, at least, without Wi-Fi.
    public var exitDistanceWithoutWiFi = 500.0
    /// The radius that smaller regions have in truth.
    public var minimumRadius = 100.0
    /// The most by which the edge is off, by chance, at each crossing.
    public var boundaryNoise = 0.0
    /// How late a crossing is reported.
    public var crossingDelay = Duration.zero
    /// The most by which it is later still, by chance.
    public var crossingJitter = Duration.zero
    /// The share of crossings, 0 to 1, that the system does not notice.
    public var missedShare = 0.0
    /// Whether crossings wait for a network.
    public var crossingsNeedNetwork = true
    /// Whether a change during a pause (no permission, no signal, device off) is reported as a
    /// crossing afterwards.
    public var reportsChangesAfterPause = true

    // Registration

    /// Regions and conditions that an app may have.
    public var regionLimit = 20
    /// The identifiers of regions that the system refuses, whatever the reason.
    public var refusedRegions: Set<String> = []
    /// How long the system takes for what it is asked.
    public var replyDelay = Duration.milliseconds(50)
    /// How long the set-up of a region takes; it is told as a failure when it is not zero.
    public var setupDelay = Duration.zero
    /// How long the slot of a stopped region stays taken.
    public var slotReleaseDelay = Duration.milliseconds(100)
    /// Whether a region cannot be started again while its slot is still taken.
    public var quickRestartFails = true
    /// Whether the failure for too many regions names the region.
    public var limitFailureNamesRegion = false
    /// Whether the state is reported when a region is registered.
    public var reportsStateOnRegistration = true
    /// Whether states of a direction that the region does not notify of are left out as well.
    public var statesFollowNotifyFlags = true
    /// Whether starting a region fails while only reduced accuracy is allowed.
    public var failsUnderReducedAccuracy = true

    // Wakes

    /// What a force quit means for wakes.
    public var forceQuit = ForceQuit.relaunch
    /// Whether the app is woken with background app refresh switched off.
    public var wakesWithoutBackgroundRefresh = false
    /// What happens with an event that nobody in the app takes.
    public var unclaimedEvents = UnclaimedEvents.lost
    /// How long after a wake an event can be taken.
    public var claimDeadline = Duration.seconds(10)
    /// The share of events, 0 to 1, that get lost on their way to the app.
    public var lostShare = 0.0

    // Restarts

    /// Whether regions and conditions survive a restart of the device.
    public var regionsSurviveReboot = true
    /// How long after the first unlock regions are there again.
    public var restorationDelay = Duration.zero

    // Permission

    /// How long the person takes to answer a prompt.
    public var promptDelay = Duration.zero
    /// Whether an event waits until the person confirmed a provisional "always".
    public var provisionalDelaysEvents = true
    /// Whether the authorization is reported each time a suspended app goes on, or only after a
    /// change.
    public var reportsAuthorizationOnResume = true

    // Fixes

    /// The accuracy that fixes have.
    public var horizontalAccuracy = 10.0
    /// The most by which a fix is off, by chance.
    public var positionNoise = 0.0
    /// How long the first fix takes.
    public var firstFixDelay = Duration.seconds(1)
    /// The time between fixes while the person moves.
    public var updateInterval = Duration.seconds(1)
    /// How long a single fix is tried for.
    public var requestTimeout = Duration.seconds(10)
    /// How long the person must stand still before updates pause.
    public var pauseAfter = Duration.seconds(900)
    /// Whether paused updates go on when the person moves, or when the app is opened.
    public var resumesByItself = false
    /// Fixes of a suspended app that are kept for it.
    public var queuedFixLimit = 20
    /// The accuracy of reduced fixes.
    public var reducedAccuracy = 5000.0
    /// The time between reduced fixes, which is also how old one may be.
    public var reducedInterval = Duration.seconds(1200)

    // Significant changes

    /// How far a significant change is.
    public var significantDistance = 500.0
    /// The least time between two.
    public var significantInterval = Duration.seconds(300)
    /// After what time one is reported without any move; never when `nil`.
    public var significantHeartbeat: Duration?
    /// Whether the app gets what woke it only after starting the service again.
    public var significantNeedsRestart = true

    // Visits

    /// How far the person may move about during a visit.
    public var visitRadius = 100.0
    /// How long a stay must be.
    public var visitDwell = Duration.seconds(300)
    /// How late arrivals and departures are reported.
    public var visitDelay = Duration.seconds(300)

    // CLMonitor

    /// Events after which a process's monitor falls silent; never when `nil`.
    public var monitorFallsSilentAfter: Int?
    /// Whether a monitor repeats its last events, with a new date, when the app is opened.
    public var monitorRepeatsWhenOpened = false
    /// Whether a monitor reports that a condition is not monitored, and why.
    public var monitorReportsDiagnostics = true

    /// All switches as documented, or as seen most often.
    public init() {}
}

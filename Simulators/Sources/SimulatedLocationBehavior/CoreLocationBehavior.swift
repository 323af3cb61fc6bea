// SimulatedLocationBehavior: settings of the simulated CoreLocation.

/// Settings of the simulated CoreLocation where Apple's behaviour is undocumented or varies.
///
/// The defaults are the documented or most often observed behaviour; the README states which.
/// Distances are in metres.
public struct CoreLocationBehavior: Sendable, Hashable {
    /// The effect of a force quit on wakes.
    public enum ForceQuit: Sendable, Hashable {
        /// The app is still launched.
        case relaunch
        /// No event launches it until the person opens it.
        case blockedUntilUserLaunch
    }

    /// The handling of an event that no manager or monitor accepts.
    public enum UnclaimedEvents: Sendable, Hashable {
        /// It is lost.
        case lost
        /// It waits for the next manager or monitor that accepts it.
        case kept
    }

    // MARK: crossings

    /// The time that the person must stay on the other side.
    public var settleTime = Duration.seconds(20)
    /// The distance inside of the boundary at which an entry is detected.
    public var entryDistance = 0.0
    /// The distance outside of the boundary at which an exit is detected.
    public var exitDistance = 100.0
    /// The smallest such distance without Wi-Fi.
    public var exitDistanceWithoutWiFi = 500.0
    /// The actual radius of smaller regions.
    public var minimumRadius = 100.0
    /// The largest random error of the boundary at each crossing.
    public var boundaryNoise = 0.0
    /// The delay of a crossing's report.
    public var crossingDelay = Duration.zero
    /// The largest random delay in addition.
    public var crossingJitter = Duration.zero
    /// The probability, 0 to 1, that the system misses a crossing.
    public var missedShare = 0.0
    /// Whether crossings wait for a network.
    public var crossingsNeedNetwork = true
    /// Whether a change during a pause (no authorization, no signal, device off) is reported as a
    /// crossing afterwards.
    public var reportsChangesAfterPause = true

    // MARK: registration

    /// The limit of regions and conditions of an app.
    public var regionLimit = 20
    /// The identifiers of regions that the system refuses.
    public var refusedRegions: Set<String> = []
    /// The system's delay before it processes a request.
    public var replyDelay = Duration.milliseconds(50)
    /// The set-up time of a region; reported as a failure when it is not zero.
    public var setupDelay = Duration.zero
    /// The time for which the slot of a stopped region stays occupied.
    public var slotReleaseDelay = Duration.milliseconds(100)
    /// Whether a region cannot be restarted while its slot is still occupied.
    public var quickRestartFails = true
    /// Whether the failure for too many regions names the region.
    public var limitFailureNamesRegion = false
    /// Whether the state is reported when a region is registered.
    public var reportsStateOnRegistration = true
    /// Whether states are suppressed for a direction that the region does not notify.
    public var statesFollowNotifyFlags = true
    /// Whether starting a region fails while only reduced accuracy is allowed.
    public var failsUnderReducedAccuracy = true

    // MARK: wakes

    /// The effect of a force quit on wakes.
    public var forceQuit = ForceQuit.relaunch
    /// Whether the app is woken while Background App Refresh is off.
    public var wakesWithoutBackgroundRefresh = false
    /// The handling of an event that no manager or monitor accepts.
    public var unclaimedEvents = UnclaimedEvents.lost
    /// The time after a wake within which an event can be accepted.
    public var claimDeadline = Duration.seconds(10)
    /// The probability, 0 to 1, that an event is lost before delivery.
    public var lostShare = 0.0

    // MARK: restarts

    /// Whether regions and conditions survive a restart of the device.
    public var regionsSurviveReboot = true
    /// The time between the first unlock and the restoration of regions.
    public var restorationDelay = Duration.zero

    // MARK: authorization

    /// The time that the person takes to answer a prompt.
    public var promptDelay = Duration.zero
    /// Whether an event waits until the person confirms a provisional "always".
    public var provisionalDelaysEvents = true
    /// Whether the authorization is reported at each resume of a suspended app, or only after a
    /// change.
    public var reportsAuthorizationOnResume = true

    // MARK: fixes

    /// The accuracy of fixes.
    public var horizontalAccuracy = 10.0
    /// The largest random error of a fix.
    public var positionNoise = 0.0
    /// The time until the first fix.
    public var firstFixDelay = Duration.seconds(1)
    /// The time between fixes while the person moves.
    public var updateInterval = Duration.seconds(1)
    /// The timeout of a single-fix request.
    public var requestTimeout = Duration.seconds(10)
    /// The time for which the person must stand still before updates pause.
    public var pauseAfter = Duration.seconds(900)
    /// Whether paused updates resume when the person moves, or when the app is opened.
    public var resumesByItself = false
    /// The number of fixes that are queued for a suspended app.
    public var queuedFixLimit = 20
    /// The accuracy of reduced fixes.
    public var reducedAccuracy = 5000.0
    /// The interval between reduced fixes, which is also their largest age.
    public var reducedInterval = Duration.seconds(1200)

    // MARK: significant changes

    /// The distance of a significant change.
    public var significantDistance = 500.0
    /// The shortest interval between two reports.
    public var significantInterval = Duration.seconds(300)
    /// The time after which a report comes without movement; never when `nil`.
    public var significantHeartbeat: Duration?
    /// Whether a launched app receives its event only after restarting the service.
    public var significantNeedsRestart = true

    // MARK: visits

    /// The radius within which the person may move during a visit.
    public var visitRadius = 100.0
    /// The shortest stay that counts as a visit.
    public var visitDwell = Duration.seconds(300)
    /// The delay of reported arrivals and departures.
    public var visitDelay = Duration.seconds(300)

    // MARK: CLMonitor

    /// The number of events after which a monitor stops delivering; no limit when `nil`.
    public var monitorFallsSilentAfter: Int?
    /// Whether a monitor repeats its last events with a new date when the app is opened.
    public var monitorRepeatsWhenOpened = false
    /// Whether a monitor reports that a condition is not monitored, with the reason.
    public var monitorReportsDiagnostics = true

    /// The documented or most often observed behaviour.
    public init() {}
}

// SimulatedHealthBehavior: settings of the simulated HealthKit.

public import Foundation

/// Settings of the simulated HealthKit where Apple's behaviour is undocumented or varies.
///
/// The defaults are the documented or most often observed behaviour; the README states which.
public struct HealthKitBehavior: Sendable, Hashable {
    /// The handling of an anchor from another store.
    public enum ForeignAnchor: Sendable, Hashable {
        /// The query fails with `errorInvalidArgument`.
        case isRefused
        /// The query starts from the beginning.
        case isIgnored
        /// The row number is used as if it were this store's: changes are skipped silently.
        case isBelieved
    }

    /// The launches that reset the count of wakes without completion.
    public enum ClearingLaunch: Sendable, Hashable {
        /// None.
        case none
        /// Launches by the person.
        case byUser
        /// All launches, including those in the background.
        case any
    }

    // MARK: delivery

    /// The time for which changes are collected before an observer is called.
    public var observerDelay = Duration.milliseconds(500)
    /// The largest random delay of any reply.
    public var jitter = Duration.zero
    /// Whether observers are called in the background without background delivery.
    public var callsObserversInBackground = false

    // MARK: background delivery

    /// Types whose observers wake the app at most hourly, whatever frequency was requested.
    public var hourlyCapped: Set<String> = [
        "HKQuantityTypeIdentifierStepCount",
        "HKQuantityTypeIdentifierActiveEnergyBurned",
        "HKQuantityTypeIdentifierBasalEnergyBurned",
        "HKQuantityTypeIdentifierDistanceWalkingRunning",
        "HKQuantityTypeIdentifierFlightsClimbed",
    ]
    /// The largest random delay of a wake.
    public var wakeDelay = Duration.zero
    /// The time that the app has to call the completion handler.
    public var completionDeadline = Duration.seconds(30)
    /// The system's delays after the first wake without completion, the second, and so on; the last
    /// delay is repeated.
    public var retryDelays: [Duration] = [.seconds(60), .seconds(600)]
    /// The number of wakes without completion after which wakes stop.
    public var strikeLimit = 3
    /// Whether wakes without completion are counted for each type, or for the whole app.
    public var countsStrikesPerType = true
    /// Whether a completion resets the count.
    public var answeringClearsStrikes = true
    /// Whether enabling background delivery again resets the count.
    public var reenablingClearsStrikes = true
    /// The launches that reset the count.
    public var launchThatClearsStrikes = ClearingLaunch.byUser
    /// Whether the app is woken after a force quit.
    public var wakesAfterForceQuit = true
    /// Whether the app is woken while Background App Refresh is off.
    public var wakesWithoutBackgroundRefresh = false
    /// Whether the app is woken in Low Power Mode.
    public var wakesInLowPowerMode = true
    /// Whether the app is woken while the device is locked.
    public var wakesWhileLocked = true
    /// Whether samples that wait for the unlock wake observers on arrival too.
    public var unmergedDataWakes = false

    // MARK: locked store

    /// The time after a lock for which the store remains accessible.
    public var lockGracePeriod = Duration.seconds(600)
    /// Whether a statistics query continues after its update handler received an error.
    public var statisticsUpdatesSurviveErrors = false
    /// Whether an anchored query continues after its update handler received an error.
    public var anchoredUpdatesSurviveErrors = true

    // MARK: queries

    /// The handling of an anchor from another store.
    public var foreignAnchor = ForeignAnchor.isIgnored
    /// Whether a query without an anchor returns deleted objects.
    public var firstPageHasDeletions = true
    /// Whether deleted objects must match the predicate.
    public var predicateFiltersDeletions = true
    /// Whether pages are randomly shorter than the limit.
    public var shortensPages = false
    /// The time for which deleted objects are kept; without limit when `nil`.
    public var deletedObjectLifetime: Duration?
    /// Whether a statistics descriptor throws without matches, or returns `nil`.
    public var emptyStatisticsThrow = true

    // MARK: authorization and saving

    /// The time that the person takes to answer the authorization sheet.
    public var sheetDelay = Duration.zero
    /// The earliest permitted start of samples.
    public var earliestPermittedSampleDate = Date.distantPast

    /// The documented or most often observed behaviour.
    public init() {}
}

// SimulatedHealthBehavior: the switches of the simulated HealthKit.

public import Foundation

/// How the simulated HealthKit behaves where Apple's is not documented, or may differ.
///
/// The defaults are what is documented or was seen most often; the README says which is which.
public struct HealthKitBehavior: Sendable, Hashable {
    /// What happens with an anchor that another store gave out.
    public enum ForeignAnchor: Sendable, Hashable {
        /// The query fails with `errorInvalidArgument`.
        case isRefused
        /// The query starts from the beginning.
        case isIgnored
        /// The number is taken as if it were this store's: changes are skipped unseen.
        case isBelieved
    }

    /// Which launches make the system forget that the app did not answer.
    public enum ClearingLaunch: Sendable, Hashable {
        /// None.
        case none
        /// Those by the person.
        case byUser
        /// All, also those in the background.
        case any
    }

    // Delivery

    /// How long changes are collected before an observer is called.
    public var observerDelay = Duration.milliseconds(500)
    /// The most by which any answer is late, by chance.
    public var jitter = Duration.zero
    /// Whether observers are called in the background without background delivery.
    public var callsObserversInBackground = false

    // Background delivery

    /// Types whose observers wake the app hourly at most, whatever was asked for.
    public var hourlyCapped: Set<String> = [
        "HKQuantityTypeIdentifierStepCount",
        "HKQuantityTypeIdentifierActiveEnergyBurned",
        "HKQuantityTypeIdentifierBasalEnergyBurned",
        "HKQuantityTypeIdentifierDistanceWalkingRunning",
        "HKQuantityTypeIdentifierFlightsClimbed",
    ]
    /// The most by which a wake is late, by chance.
    public var wakeDelay = Duration.zero
    /// How long the app has to call the completion handler.
    public var completionDeadline = Duration.seconds(30)
    /// How long the system waits after the first failure to answer, the second, and so on; the last
    /// one is repeated.
    public var retryDelays: [Duration] = [.seconds(60), .seconds(600)]
    /// Failures to answer after which wakes stop.
    public var strikeLimit = 3
    /// Whether failures are counted for each type, or for the app as a whole.
    public var countsStrikesPerType = true
    /// Whether an answer makes earlier failures forgotten.
    public var answeringClearsStrikes = true
    /// Whether enabling background delivery again makes failures forgotten.
    public var reenablingClearsStrikes = true
    /// Which launches make failures forgotten.
    public var launchThatClearsStrikes = ClearingLaunch.byUser
    /// Whether the app is woken after it was force-quit.
    public var wakesAfterForceQuit = true
    /// Whether the app is woken with background app refresh switched off.
    public var wakesWithoutBackgroundRefresh = false
    /// Whether the app is woken in low power mode.
    public var wakesInLowPowerMode = true
    /// Whether the app is woken while the device is locked.
    public var wakesWhileLocked = true
    /// Whether data that waits for the unlock wakes observers when it arrives as well.
    public var unmergedDataWakes = false

    // The sealed store

    /// How long the store stays open after the device is locked.
    public var lockGracePeriod = Duration.seconds(600)
    /// Whether a statistics query goes on after its update handler got an error.
    public var statisticsUpdatesSurviveErrors = false
    /// Whether an anchored query goes on after its update handler got an error.
    public var anchoredUpdatesSurviveErrors = true

    // Queries

    /// What happens with an anchor that another store gave out.
    public var foreignAnchor = ForeignAnchor.isIgnored
    /// Whether a query without an anchor returns deleted objects.
    public var firstPageHasDeletions = true
    /// Whether deleted objects must match the predicate.
    public var predicateFiltersDeletions = true
    /// Whether pages are shorter than the limit by chance.
    public var shortensPages = false
    /// How long deleted objects are kept; for ever when `nil`.
    public var deletedObjectLifetime: Duration?
    /// Whether a statistics descriptor throws when there is nothing, or returns `nil`.
    public var emptyStatisticsThrow = true

    // Permissions and saving

    /// How long the person takes to answer the permission sheet.
    public var sheetDelay = Duration.zero
    /// The earliest start that samples may have.
    public var earliestPermittedSampleDate = Date.distantPast

    /// All switches as documented, or as seen most often.
    public init() {}
}

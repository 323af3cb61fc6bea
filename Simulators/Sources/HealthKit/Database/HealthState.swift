import Foundation
import SimulatedHealthBehavior

/// Counters for tests.
package struct HealthCounters: Sendable {
    package var observerCallbacks = 0
    package var openCompletions = 0
    package var backgroundWakes = 0
    package var wakes: [String: Int] = [:]
    package var routeQueries = 0
}

/// The state of a phone's health service, behind its database's lock.
struct HealthState {
    /// The location of a sample.
    struct Location {
        let index: Int
        let row: Int64
    }

    struct SyncKey: Hashable {
        let bundle: String
        let identifier: String
    }

    /// A change that waits for the unlock.
    enum SideChange {
        case add([HKSample], workout: UUID?)
        case delete([UUID])
    }

    // MARK: samples
    var storeID: UUID
    var lastRow: Int64 = 0
    var indexes: [TypeIndex] = []
    var indexOfType: [String: Int] = [:]
    var locations: [UUID: Location] = [:]
    var deletedSamples: [(date: Date, location: Location)] = []
    var firstDeletedSample = 0
    var syncKeys: [SyncKey: UUID] = [:]
    var members: [UUID: Set<UUID>] = [:]
    var workoutsOf: [UUID: Set<UUID>] = [:]
    /// The row of each source's first save; the most recent source has the highest priority.
    var firstRowOfSource: [String: Int64] = [:]
    var sourceOrders: [String: [String]] = [:]
    var sideFile: [SideChange] = []

    // MARK: authorization
    let appBundle: String
    var share: [String: HKAuthorizationStatus] = [:]
    var read: [String: ReadAuthorization] = [:]
    var decision = AuthorizationDecision.allowAll
    var hasEntitlement = true
    var isAvailable = true
    /// The error of route queries; `nil` when they work.
    var routeError: HKError.Code?

    /// The person's medications, in the order in which the person added them.
    var medications: [HKUserAnnotatedMedication] = []
    /// The medications that the app may read; `nil` before any request.
    var sharedMedications: Set<HKHealthConceptIdentifier>?

    // MARK: activity
    /// The person's goals.
    var activityGoals = ActivityGoals()
    /// Summaries that replace the computed ones, by day.
    var setSummaries: [ActivityDay: HKActivitySummary] = [:]

    // MARK: observers
    var liveQueries: [LiveQuery] = []
    var registrations: [String: Registration] = [:]
    var systemAllowsWakes = true
    var onStrike: (@Sendable (String) -> Void)?
    var onAnswer: (@Sendable (String, TimeInterval) -> Void)?
    var lastNumber = 0
    /// Pending replies in the process, by number; called when the process ends.
    var replies: [Int: @Sendable () -> Void] = [:]

    var behavior = HealthKitBehavior()
    var counters = HealthCounters()

    init(storeID: UUID, appBundle: String) {
        self.storeID = storeID
        self.appBundle = appBundle
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

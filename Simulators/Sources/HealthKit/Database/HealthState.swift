import Foundation
import SimulatedHealthBehavior

/// What a test may count.
package struct HealthCounters: Sendable {
    package var observerCallbacks = 0
    package var openCompletions = 0
    package var backgroundWakes = 0
    package var wakes: [String: Int] = [:]
    package var routeQueries = 0
}

/// All that a phone's health service holds, behind the lock of its database.
struct HealthState {
    /// Where a sample is.
    struct Location {
        let shelf: Int
        let row: Int64
    }

    struct SyncKey: Hashable {
        let bundle: String
        let identifier: String
    }

    /// What waits for the unlock.
    enum SideChange {
        case add([HKSample], workout: UUID?)
        case delete([UUID])
    }

    // The samples
    var storeID: UUID
    var lastRow: Int64 = 0
    var shelves: [TypeShelf] = []
    var shelfOfType: [String: Int] = [:]
    var locations: [UUID: Location] = [:]
    var graves: [(date: Date, location: Location)] = []
    var firstGrave = 0
    var syncKeys: [SyncKey: UUID] = [:]
    var members: [UUID: Set<UUID>] = [:]
    var workoutsOf: [UUID: Set<UUID>] = [:]
    /// The row with which each source first saved: the newest is believed most.
    var firstRowOfSource: [String: Int64] = [:]
    var sourceOrders: [String: [String]] = [:]
    var sideFile: [SideChange] = []

    // What the person decided
    let appBundle: String
    var share: [String: HKAuthorizationStatus] = [:]
    var read: [String: ReadAuthorization] = [:]
    var decision = AuthorizationDecision.allowAll
    var hasEntitlement = true
    var isAvailable = true
    /// The error that reading the locations of a route ends with.
    var routeTrouble: HKError.Code?

    // Who is told of changes
    var liveQueries: [LiveQuery] = []
    var registrations: [String: Registration] = [:]
    var systemAllowsWakes = true
    var onStrike: (@Sendable (String) -> Void)?
    var onAnswer: (@Sendable (String, TimeInterval) -> Void)?
    var lastNumber = 0
    /// What waits for an answer in the process, by number: called when the process ends.
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

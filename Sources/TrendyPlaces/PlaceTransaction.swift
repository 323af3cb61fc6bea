import TrendyLocalization
import TrendyModel
import TrendyStore

/// What the monitor keeps in memory; a transaction works on a copy, which replaces it on commit.
struct MonitoringState: Sendable {
    /// The geofences as they were last read; `nil` before that.
    var index: GeofenceIndex?
    /// Whether ``index`` is current except for what the change observation reports.
    var isIndexCurrent = false
    /// The regions that the system is to monitor.
    var wanted: [MonitoredRegion] = []
    /// Registrations, state requests and unverified visits.
    var tracker = RegionTracker()
    /// Whether the last attempt to locate the device gave no good fix.
    var lacksFix = false
    /// Whether regions were last selected by an old or a rough position.
    var isPositionImprecise = false
    /// Whether precise location was allowed when it was last checked; `nil` before that.
    var wasPrecise: Bool?
    /// The last movement that was long enough to show a heading.
    var movement: Movement?

    /// A movement of the device.
    struct Movement: Sendable {
        /// Where it began; `nil` when the fix before was too old.
        var start: Coordinate?
        /// Where and when it ended.
        var end: Fix
    }

    /// The sentinel among the wanted regions.
    var sentinel: MonitoredRegion? {
        wanted.first { $0.identifier == RegionIdentity.sentinelIdentifier }
    }
}

/// What the system and the process provide for one transaction, read before it begins.
struct MonitoringContext: Sendable {
    let now: Instant
    /// The IANA name of the zone that the device is in.
    let zone: String
    /// The account that the database belongs to; `nil` when signed out.
    let owner: EntityID?
    let ids: any EntityIDSource
    let conditions: LocationConditions
    /// All regions that the system lists, foreign ones too.
    let listed: [MonitoredRegion]
    /// The system's last fix, however old.
    let lastFix: Fix?
    /// Reports which geofences changed since the index was read.
    let changes: ChangeObservation
}

/// Judges signals against the database and stores the results, all within one transaction.
///
/// Nothing outside the database changes before the commit: what the monitor is to do after it is in
/// ``outcome``.
struct PlaceTransaction {
    /// What to do once the transaction is committed.
    struct Outcome: Sendable {
        /// The changes of visits, in order.
        var changes: [VisitChange] = []
        /// Requests to the system, in order.
        var actions: [RegionTracker.Action] = []
        /// The regions to register, if others are wanted now.
        var regions: [MonitoredRegion]?
        /// After what time to catch up; `nil` when there is no need.
        var wait: Duration?
    }

    /// A change of a visit that was recorded.
    struct VisitChange: Sendable {
        var steps: [(VisitStep, PlaceState)] = []
        /// The geofence; `nil` when it is not in the database, or nothing is to be shown.
        var geofence: Geofence?
        /// The visit's event.
        var visit: EntityID?
        /// The geofence whose planned notification of a long stay is to be withdrawn.
        var endedStay: EntityID?
    }

    let database: StoreTransaction
    let context: MonitoringContext
    var state: MonitoringState
    var outcome = Outcome()

    init(_ database: StoreTransaction, _ context: MonitoringContext, _ state: MonitoringState) {
        (self.database, self.context, self.state) = (database, context, state)
    }

    /// The geofences, read again after a change.
    mutating func currentIndex() throws -> GeofenceIndex {
        // Before reading: a change that is committed meanwhile is reported the next time.
        if context.changes.take().touches(.geofence) { state.isIndexCurrent = false }
        let largest = context.conditions.maximumRadius
        if let index = state.index, state.isIndexCurrent, index.maximumRegionRadius == largest {
            return index
        }
        let index = GeofenceIndex.make(
            of: try database.entities.fetchAll(kind: .geofence),
            owner: context.owner,
            maximumRegionRadius: largest,
            after: state.index
        )
        state.index = index
        state.isIndexCurrent = true
        return index
    }

    /// The identifier of a geofence's region.
    func identifier(of geofence: EntityID) -> String {
        RegionIdentity.identifier(of: geofence, owner: context.owner)
    }

    /// The event of a visit; `nil` when it is deleted or cannot be read.
    func event(of visit: EntityID?) throws -> Event? {
        guard let visit, let document = try database.entities.fetch(id: visit)?.document() else {
            return nil
        }
        // An unreadable event must not keep signals from being stored.
        return try? Event(document: document)
    }

    func recorder(of geofence: Geofence, isKnown: Bool) -> VisitRecorder {
        VisitRecorder(
            database: database,
            ids: context.ids,
            zone: context.zone,
            geofence: geofence,
            isKnown: isKnown
        )
    }
}

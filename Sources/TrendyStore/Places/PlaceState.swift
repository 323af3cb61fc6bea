public import TrendyModel

/// The state of one geofence on this device: its last visit, and when the person was last known to
/// be inside and outside.
public struct PlaceState: Sendable, Equatable {
    /// The geofence.
    public let geofenceID: EntityID
    /// The event of the last visit, open or closed; `nil` before the first.
    public var visit: EntityID?
    /// Whether the person is inside, as far as this device knows.
    ///
    /// ``visit`` is `nil` meanwhile when the person has entered the end of the visit themselves.
    public var isOpen = false
    /// Whether this device recorded the visit, rather than another device of the person.
    public var isOwn = true
    /// Whether the open visit is unconfirmed: nothing has confirmed it for 12 hours, or since a
    /// launch.
    public var isUncertain = false
    /// The last moment before the visit that the person was known to be outside.
    public var enteredAfter: Instant?
    /// When the visit began.
    public var enteredAt: Instant?
    /// When the visit ended; `nil` while it is open.
    public var leftAt: Instant?
    /// The last moment that the person was known to be inside.
    public var lastInside: Instant?
    /// When the system last answered a state request with "inside" during this visit.
    ///
    /// The answer may be stale: the system reports what it last noticed.
    public var lastReportedInside: Instant?
    /// The last interval of this visit without observations, longer than the maximum delivery
    /// delay.
    ///
    /// The person may have been away during it.
    public var unobserved: Range<Instant>?
    /// The last moment that the person was known to be outside.
    public var lastOutside: Instant?
    /// When a fix last showed the device clearly outside, as of the last observation.
    public var lastOutsideFix: Instant?
    /// When another device observed the exit of the visit that is open here; `nil` before that.
    ///
    /// It is kept when the person deletes that visit.
    public var observedExit: Instant?
    /// The weight of the evidence of the visit: crossings and manual entries count 1,000, others 1.
    public var observations: Int64 = 0
    /// The number of visits so far.
    public var visits: Int64 = 0

    /// The last moment that the person was inside, by any observation including stale answers.
    public var confirmedInside: Instant? {
        [lastInside, lastReportedInside].compactMap(\.self).max()
    }

    /// The last moment of the visit that the person was known to be inside; its beginning counts,
    /// also when another device recorded it.
    public var lastKnownInside: Instant? { [lastInside, enteredAt].compactMap(\.self).max() }

    /// Whether a recorded visit is open.
    public var hasOpenVisit: Bool { isOpen && visit != nil }

    /// A geofence without observations.
    public init(geofenceID: EntityID) {
        self.geofenceID = geofenceID
    }
}

/// The state of region monitoring that survives the process.
public struct RegionMonitorState: Sendable, Equatable {
    /// The last fix that regions were selected by.
    public var fix: Fix?
    /// The sentinel region; `nil` when all geofences fit the region limit.
    public var sentinel: Sentinel?
    /// When the last region event happened.
    public var signalledAt: Instant?
    /// The authorization when the app last checked it.
    public var authorization: String?
    /// Whether the app has asked for "always": iOS shows that prompt once.
    public var hasRequestedAlways = false
    /// Whether the authorization was reduced since the app last had "always".
    public var isDowngraded = false
    /// How many regions the system accepted when it last refused one; `nil` when it refused none.
    public var regionLimit: Int?
    /// What last failed; `nil` when nothing has.
    public var failure: Failure?
    /// When it failed.
    public var failedAt: Instant?

    /// Why regions are not monitored, as a code: the text for people is made when it is shown.
    public enum Failure: RawRepresentable, Sendable, Equatable {
        /// The system registered so many regions of those that the app wants.
        case refused(registered: Int, wanted: Int)

        /// Reads `refused/8/20`; `nil` for anything else.
        public init?(rawValue: String) {
            let parts = rawValue.split(separator: "/")
            guard parts.count == 3, parts[0] == "refused", let registered = Int(parts[1]),
                let wanted = Int(parts[2])
            else { return nil }
            self = .refused(registered: registered, wanted: wanted)
        }

        /// The code that is stored, such as `refused/8/20`.
        public var rawValue: String {
            switch self {
            case .refused(let registered, let wanted): "refused/\(registered)/\(wanted)"
            }
        }
    }

    /// A circle whose exit wakes the app to select regions again.
    public struct Sentinel: Sendable, Equatable {
        /// Its middle.
        public var center: Coordinate
        /// Its radius in metres.
        public var radius: Double
        /// When it was placed.
        public var placedAt: Instant

        /// A circle placed at a moment.
        public init(center: Coordinate, radius: Double, placedAt: Instant) {
            self.center = center
            self.radius = radius
            self.placedAt = placedAt
        }
    }

    /// The initial state.
    public init() {}
}

/// A visit that this device recorded and that another device may have recorded as well.
public struct LocalVisit: Sendable, Equatable {
    /// Its event.
    public var event: EntityID
    /// Where it was.
    public var geofenceID: EntityID
    /// The last moment before it that the person was known to be outside.
    public var enteredAfter: Instant?
    /// When it began.
    public var enteredAt: Instant

    /// A visit of this device.
    public init(
        event: EntityID,
        geofenceID: EntityID,
        enteredAfter: Instant?,
        enteredAt: Instant
    ) {
        self.event = event
        self.geofenceID = geofenceID
        self.enteredAfter = enteredAfter
        self.enteredAt = enteredAt
    }
}

/// What this device observed of a visit that ended and was followed by another one.
public struct ClosedStay: Sendable, Equatable {
    /// The visit's event.
    public var visit: EntityID
    /// Where it was.
    public var geofenceID: EntityID
    /// The last moment before it that the person was known to be outside.
    public var enteredAfter: Instant?
    /// When it began for this device; `nil` in rows of older programs.
    public var enteredAt: Instant?
    /// The last moment that the person was known to be inside.
    public var lastInside: Instant
    /// When the person left, as this device observed it.
    public var leftAt: Instant
    /// The weight of its evidence.
    public var observations: Int64

    /// The last visit of a place; `nil` when it is open or none is known.
    public init?(_ place: PlaceState) {
        guard !place.isOpen, let visit = place.visit, let inside = place.confirmedInside,
            let left = place.leftAt
        else { return nil }
        self.init(
            visit: visit,
            geofenceID: place.geofenceID,
            enteredAfter: place.enteredAfter,
            enteredAt: place.enteredAt,
            lastInside: inside,
            leftAt: left,
            observations: place.observations
        )
    }

    init(
        visit: EntityID,
        geofenceID: EntityID,
        enteredAfter: Instant?,
        enteredAt: Instant?,
        lastInside: Instant,
        leftAt: Instant,
        observations: Int64
    ) {
        self.visit = visit
        self.geofenceID = geofenceID
        self.enteredAfter = enteredAfter
        self.enteredAt = enteredAt
        self.lastInside = lastInside
        self.leftAt = leftAt
        self.observations = observations
    }

    /// What was known of the place then.
    public var placeState: PlaceState {
        var place = PlaceState(geofenceID: geofenceID)
        place.visit = visit
        (place.enteredAfter, place.enteredAt) = (enteredAfter, enteredAt)
        (place.lastInside, place.leftAt) = (lastInside, leftAt)
        place.observations = observations
        return place
    }
}

/// A region event as the system delivered it.
public struct RegionLogEntry: Sendable, Equatable {
    /// The region's identifier.
    public var region: String
    /// The kind of event, such as ``entered``.
    public var kind: String
    /// When it happened, by the system's account.
    public var at: Instant
    /// When the app received it.
    public var receivedAt: Instant

    /// Two fixes lie on different sides of a region, and the system has not reported the crossing.
    ///
    /// ``at`` is the time of the first fix, ``receivedAt`` that of the second. The system may still
    /// report the crossing.
    public static let missedCrossing = "unheard"
    /// The system cannot monitor the region.
    public static let failed = "failed"

    /// The device entered the region.
    public static let entered = "entered"
    /// The device left the region.
    public static let left = "left"

    /// Whether the system reported a crossing.
    public var isCrossing: Bool { kind == Self.entered || kind == Self.left }

    /// An event of a region.
    public init(region: String, kind: String, at: Instant, receivedAt: Instant) {
        self.region = region
        self.kind = kind
        self.at = at
        self.receivedAt = receivedAt
    }
}

/// The changes that follow from a signal: entities, place states and log entries, which are stored
/// in one transaction.
public struct PlaceUpdate: Sendable {
    /// Entities to create.
    public var creations: [(id: EntityID, fields: any EntityFields)] = []
    /// Changes of events; deleted events stay deleted.
    public var updates: [EventUpdate] = []
    /// Entities to delete.
    public var deletions: [EntityID] = []
    /// New states of geofences.
    public var placeStates: [PlaceState] = []
    /// The new state of region monitoring; `nil` keeps the stored one.
    public var monitorState: RegionMonitorState?
    /// New visits of this device that another device may have recorded as well.
    public var localVisits: [LocalVisit] = []
    /// Visits that are no longer compared with those of other devices.
    public var resolvedVisits: [EntityID] = []
    /// Observations of visits that were followed by another one.
    public var closedStays: [ClosedStay] = []
    /// Closed stays that ended before this moment are deleted; `nil` deletes none.
    public var purgedBefore: Instant?
    /// Visits whose closed stays are deleted.
    public var purgedVisits: [EntityID] = []
    /// Entries of the region log.
    public var logEntries: [RegionLogEntry] = []

    /// A change of an event; fields and properties that it does not name are kept.
    public struct EventUpdate: Sendable {
        /// The event.
        public var id: EntityID
        /// Fields to set; `null` clears a field.
        public var fields: Document
        /// Properties to set; `nil` clears a property.
        public var properties: [String: PropertyValue?]

        /// A change of one event.
        public init(id: EntityID, fields: Document, properties: [String: PropertyValue?]) {
            self.id = id
            self.fields = fields
            self.properties = properties
        }
    }

    /// An empty update.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        creations.isEmpty && updates.isEmpty && deletions.isEmpty && placeStates.isEmpty
            && monitorState == nil && localVisits.isEmpty && resolvedVisits.isEmpty
            && logEntries.isEmpty
            && closedStays.isEmpty && purgedBefore == nil && purgedVisits.isEmpty
    }
}

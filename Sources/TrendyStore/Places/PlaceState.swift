public import TrendyModel

/// What a device knows of the person at one geofence: the last visit, and when they were where.
public struct PlaceState: Sendable, Equatable {
    /// The geofence.
    public let geofenceID: EntityID
    /// The event of the last visit, open or closed; `nil` before the first.
    public var visit: EntityID?
    /// Whether the person is there, as far as the watch knows; there is no ``visit`` of it once they
    /// have said that it is over.
    public var isOpen = false
    /// Whether this device recorded the visit, and not another one of the person's.
    public var isOwn = true
    /// Whether nothing has confirmed an open visit for long.
    public var isUncertain = false
    /// The last moment before the visit that the person was known to be elsewhere.
    public var enteredAfter: Instant?
    /// When the visit began, as far as is known.
    public var enteredAt: Instant?
    /// When the visit ended, as far as is known; `nil` while it is open.
    public var leftAt: Instant?
    /// The last moment that the person was known to be inside.
    public var lastInside: Instant?
    /// When the system last said, asked during this visit, that they are inside: it may have said
    /// so from memory.
    public var lastReportedInside: Instant?
    /// When they were last known to be inside before something said so again after long, during this
    /// visit, and when that was: in between they may have been away.
    public var unobserved: Range<Instant>?
    /// The last moment that the person was known to be outside.
    public var lastOutside: Instant?
    /// When a fix last had them clearly outside, as was known at the last observation.
    public var lastOutsideFix: Instant?
    /// When the visit that is open here was seen to end by another device; `nil` while nobody has.
    ///
    /// It stays known when the person deletes that visit.
    public var observedExit: Instant?
    /// How much was heard of the visit: what was seen to happen counts for more.
    public var observations: Int64 = 0
    /// How many visits there were.
    public var visits: Int64 = 0

    /// The last moment that the person was inside for all that was heard.
    public var confirmedInside: Instant? {
        [lastInside, lastReportedInside].compactMap(\.self).max()
    }

    /// The last moment of the visit that the person was known to be inside: they were as it began,
    /// also where another device recorded it.
    public var lastKnownInside: Instant? { [lastInside, enteredAt].compactMap(\.self).max() }

    /// Whether a visit goes on that is recorded.
    public var hasOpenVisit: Bool { isOpen && visit != nil }

    /// A geofence of which nothing is known.
    public init(geofenceID: EntityID) {
        self.geofenceID = geofenceID
    }
}

/// What the watch over regions knows, from one process to the next.
public struct RegionMonitorState: Sendable, Equatable {
    /// The last place that was good enough to choose regions by.
    public var fix: Fix?
    /// The circle whose edge tells that other regions are near now; `nil` when none is needed.
    public var sentinel: Sentinel?
    /// When the system last told anything of a region.
    public var signalledAt: Instant?
    /// What the app was allowed when it last looked.
    public var authorization: String?
    /// Whether the person was asked to allow it always: they are asked once.
    public var hasRequestedAlways = false
    /// Whether it was allowed more before, and the person has not been told.
    public var isDowngraded = false
    /// How many regions the system took when it last refused one; `nil` when it has refused none.
    public var regionLimit: Int?
    /// What last failed, in words for people.
    public var failure: String?
    /// When it failed.
    public var failedAt: Instant?

    /// A circle around the person.
    public struct Sentinel: Sendable, Equatable {
        /// Its middle.
        public var center: Coordinate
        /// Its radius in metres.
        public var radius: Double
        /// When it was drawn.
        public var placedAt: Instant

        /// A circle drawn at a moment.
        public init(center: Coordinate, radius: Double, placedAt: Instant) {
            self.center = center
            self.radius = radius
            self.placedAt = placedAt
        }
    }

    /// A watch that knows nothing.
    public init() {}
}

/// A visit that this device recorded, and that another one may have recorded as well.
public struct LocalVisit: Sendable, Equatable {
    /// Its event.
    public var event: EntityID
    /// Where it was.
    public var geofenceID: EntityID
    /// The last moment before it that the person was known to be elsewhere.
    public var enteredAfter: Instant?
    /// When it began.
    public var enteredAt: Instant

    /// Bundles a visit.
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

/// What this device heard of a visit that is over, and on which another one has followed.
public struct ClosedStay: Sendable, Equatable {
    /// The visit's event.
    public var visit: EntityID
    /// Where it was.
    public var geofenceID: EntityID
    /// The last moment before it that the person was known to be elsewhere.
    public var enteredAfter: Instant?
    /// When it began, as far as this device knows; `nil` in what older programs kept.
    public var enteredAt: Instant?
    /// The last moment that the person was known to be inside.
    public var lastInside: Instant
    /// When they left, as this device heard it.
    public var leftAt: Instant
    /// How much was heard of it.
    public var observations: Int64

    /// What was known of a place; `nil` where no visit of it is over.
    public init?(_ presence: PlaceState) {
        guard !presence.isOpen, let visit = presence.visit, let inside = presence.confirmedInside,
            let left = presence.leftAt
        else { return nil }
        self.init(
            visit: visit,
            geofenceID: presence.geofenceID,
            enteredAfter: presence.enteredAfter,
            enteredAt: presence.enteredAt,
            lastInside: inside,
            leftAt: left,
            observations: presence.observations
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
    public var presence: PlaceState {
        var presence = PlaceState(geofenceID: geofenceID)
        presence.visit = visit
        (presence.enteredAfter, presence.enteredAt) = (enteredAfter, enteredAt)
        (presence.lastInside, presence.leftAt) = (lastInside, leftAt)
        presence.observations = observations
        return presence
    }
}

/// What the system told of a region, as it told it.
public struct RegionLogEntry: Sendable, Equatable {
    /// The region's identifier.
    public var region: String
    /// What was told, in a word.
    public var kind: String
    /// When it happened, as the system says.
    public var at: Instant
    /// When it was heard.
    public var receivedAt: Instant

    /// What is noted where the device was carried over an edge, before it is known whether the
    /// system tells of it: ``at`` is when it was on the other side, ``receivedAt`` when on this.
    public static let missedCrossing = "unheard"
    /// What is noted where a region cannot be watched.
    public static let failed = "failed"

    /// What is noted where the system tells that the device came in.
    public static let entered = "entered"
    /// What is noted where the system tells that the device went out.
    public static let left = "left"

    /// Whether the system told of a crossing.
    public var isCrossing: Bool { kind == Self.entered || kind == Self.left }

    /// Bundles a note.
    public init(region: String, what: String, at: Instant, receivedAt: Instant) {
        self.region = region
        self.kind = what
        self.at = at
        self.receivedAt = receivedAt
    }
}

/// What a signal amounts to: events, what is known of places, and the signal itself, stored
/// together or not at all.
public struct PlaceUpdate: Sendable {
    /// Entities to be made.
    public var creations: [(id: EntityID, fields: any EntityFields)] = []
    /// Fields and properties of events to be changed; events that are gone stay gone.
    public var updates: [EventUpdate] = []
    /// Entities that go.
    public var deletions: [EntityID] = []
    /// What is known of geofences now.
    public var presences: [PlaceState] = []
    /// What is known of the watch now; `nil` leaves it as it is.
    public var watch: RegionMonitorState?
    /// Visits that another device may have recorded as well.
    public var localVisits: [LocalVisit] = []
    /// Events of such visits that are settled.
    public var resolvedVisits: [EntityID] = []
    /// What was heard of visits on which others follow.
    public var closedStays: [ClosedStay] = []
    /// The moment up to which what was heard of such visits is forgotten; `nil` forgets nothing.
    public var purgedBefore: Instant?
    /// Such visits of which what was heard is forgotten.
    public var purgedVisits: [EntityID] = []
    /// What the system told.
    public var notes: [RegionLogEntry] = []

    /// A change of an event: other fields and properties stay.
    public struct EventUpdate: Sendable {
        /// The event.
        public var id: EntityID
        /// Its fields to be set; `null` clears one.
        public var fields: Document
        /// Its properties to be set; `nil` clears one.
        public var properties: [String: PropertyValue?]

        /// Bundles a change.
        public init(id: EntityID, fields: Document, properties: [String: PropertyValue?]) {
            self.id = id
            self.fields = fields
            self.properties = properties
        }
    }

    /// A change of nothing.
    public init() {}

    /// Whether there is nothing in it.
    public var isEmpty: Bool {
        creations.isEmpty && updates.isEmpty && deletions.isEmpty && presences.isEmpty
            && watch == nil && localVisits.isEmpty && resolvedVisits.isEmpty && notes.isEmpty
            && closedStays.isEmpty && purgedBefore == nil && purgedVisits.isEmpty
    }
}

import GRDB
public import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// How many region events are kept.
    static let maximumLoggedSignals: Int64 = 2_000

    /// The states of all known geofences, ordered by id.
    public func placeStates() throws -> [PlaceState] {
        try database.reading { try PlaceRow.places($0) }
    }

    /// The states of the geofences that the person is at, ordered by id.
    public func openPlaceStates() throws -> [PlaceState] {
        try database.reading { try PlaceRow.places($0, onlyOpen: true) }
    }

    /// The state of one geofence; an empty one when nothing is known of it.
    public func placeState(of geofenceID: EntityID) throws -> PlaceState {
        try database.reading { db in
            try PlaceRow.place(db, geofenceID) ?? PlaceState(geofenceID: geofenceID)
        }
    }

    /// Whether the entity of this id is deleted and its deletion is still known.
    public func isDeleted(id: EntityID) throws -> Bool {
        try database.reading { try EntityRow.fetch($0, id: id)?.entity.deletedAt != nil }
    }

    /// Whether a change of the entity waits for the server's answer.
    public func isInFlight(id: EntityID) throws -> Bool {
        try database.reading { try MutationRow.exists($0, entityID: id) }
    }

    /// The state of region monitoring; the initial one before it is stored first.
    public func regionMonitorState() throws -> RegionMonitorState {
        try database.reading { try PlaceRow.state($0) ?? RegionMonitorState() }
    }

    /// The visits that this device recorded from a moment on and that another device may have
    /// recorded as well.
    public func localVisits(since start: Instant) throws -> [LocalVisit] {
        try database.reading { try PlaceRow.localVisits($0, since: start) }
    }

    /// The visits that ended at a moment or later and were followed by another one at the same
    /// place, ordered by their end.
    public func closedStays(since start: Instant) throws -> [ClosedStay] {
        try database.reading { try PlaceRow.closedStays($0, since: start) }
    }

    /// The live events from a moment on whose content contains the word "visit", ordered by time.
    ///
    /// Any event may contain the word, so the caller has to check ``Event/isVisit``.
    public func capturedVisits(since start: Instant) throws -> [Entity] {
        try database.reading { try PlaceRow.capturedVisits($0, since: start) }
    }

    /// The last region events, newest first.
    public func regionLog(limit: Int = 100) throws -> [RegionLogEntry] {
        try database.reading { try PlaceRow.log($0, limit: limit) }
    }

    /// Stores an update of places in a transaction of its own; see ``PlaceRecords/apply(_:)``.
    ///
    /// - Throws: ``StoreError`` of the code `invalid` when an event breaks rules; nothing is
    ///   written then.
    public func apply(_ update: PlaceUpdate) throws {
        guard !update.isEmpty else { return }
        try writePlaces { try $0.apply(update) }
    }
}

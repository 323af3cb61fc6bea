import GRDB
package import TrendyModel

/// Reads and writes what the device knows of places, within one transaction.
///
/// ``DeviceStore/writePlaces(_:)`` hands it to a closure; it must not be used after the closure
/// returns. Reads see the writes of the same transaction.
package struct PlaceRecords {
    private let db: Database
    private let makeWriter: () throws -> LocalWriter

    /// - `makeWriter`: makes a writer with an edit time of its own.
    init(_ db: Database, makeWriter: @escaping () throws -> LocalWriter) {
        self.db = db
        self.makeWriter = makeWriter
    }

    // MARK: entities

    /// A live entity; `nil` when there is none of this id.
    package func entity(id: EntityID) throws -> Entity? {
        let entity = try EntityRow.fetch(db, id: id)?.entity
        return entity?.deletedAt == nil ? entity : nil
    }

    /// The live entity of a kind with a name, compared without regard to case.
    package func entity(kind: EntityKind, named name: String) throws -> Entity? {
        try EntityRow.fetchLive(db, kind, named: name.lowercased())?.entity
    }

    /// All live entities of a kind that has unique names, ordered by name.
    package func entities(kind: EntityKind) throws -> [Entity] {
        try EntityRow.fetchLive(db, kind)
    }

    /// Whether the entity of this id is deleted and its deletion is still known.
    package func isDeleted(id: EntityID) throws -> Bool {
        try EntityRow.fetch(db, id: id)?.entity.deletedAt != nil
    }

    /// Whether a change of the entity waits for the server's answer.
    package func isInFlight(id: EntityID) throws -> Bool {
        try MutationRow.exists(db, entityID: id)
    }

    /// The live events from a moment on whose content contains the word "visit", ordered by time.
    ///
    /// Any event may contain the word, so the caller has to check ``Event/isVisit``.
    package func capturedVisits(since start: Instant) throws -> [Entity] {
        try PlaceRow.capturedVisits(db, since: start)
    }

    // MARK: places

    /// The states of all known geofences, ordered by id.
    package func placeStates() throws -> [PlaceState] {
        try PlaceRow.places(db)
    }

    /// The states of the geofences that the person is at, ordered by id.
    package func openPlaceStates() throws -> [PlaceState] {
        try PlaceRow.places(db, onlyOpen: true)
    }

    /// The state of one geofence; an empty one when nothing is known of it.
    package func placeState(of geofenceID: EntityID) throws -> PlaceState {
        try PlaceRow.place(db, geofenceID) ?? PlaceState(geofenceID: geofenceID)
    }

    /// The state of region monitoring; the initial one before it is stored first.
    package func regionMonitorState() throws -> RegionMonitorState {
        try PlaceRow.state(db) ?? RegionMonitorState()
    }

    /// The visits that this device recorded from a moment on and that another device may have
    /// recorded as well.
    package func localVisits(since start: Instant) throws -> [LocalVisit] {
        try PlaceRow.localVisits(db, since: start)
    }

    /// The visits that ended at a moment or later and were followed by another one at the same
    /// place, ordered by their end.
    package func closedStays(since start: Instant) throws -> [ClosedStay] {
        try PlaceRow.closedStays(db, since: start)
    }

    /// The last region events, newest first.
    package func regionLog(limit: Int) throws -> [RegionLogEntry] {
        try PlaceRow.log(db, limit: limit)
    }

    // MARK: writing

    /// Stores an update; one that equals what is stored writes nothing.
    ///
    /// - Throws: ``StoreError`` of the code `invalid` when an event breaks rules. The caller must
    ///   let the error leave the transaction, which rolls it back.
    package func apply(_ update: PlaceUpdate) throws {
        guard !update.isEmpty else { return }
        for creation in update.creations {
            try DeviceStore.checkedForViolations(
                creation.fields.document,
                as: type(of: creation.fields).kind
            )
        }
        let writer = try makeWriter()
        for creation in update.creations {
            try writer.create(
                kind: type(of: creation.fields).kind,
                id: creation.id,
                content: creation.fields.document.json
            )
        }
        for change in update.updates {
            guard let row = try EntityRow.fetch(db, id: change.id), row.entity.deletedAt == nil
            else { continue }
            try writer.update(row, change: Self.fields(of: change, for: row.entity))
        }
        for id in update.deletions {
            guard let row = try EntityRow.fetch(db, id: id), row.entity.deletedAt == nil
            else { continue }
            try writer.delete(row)
        }
        try PlaceRow.store(db, update, keeping: DeviceStore.maximumLoggedSignals)
    }

    private static func fields(
        of update: PlaceUpdate.EventUpdate,
        for entity: Entity
    ) throws -> Document {
        var change = update.fields
        guard !update.properties.isEmpty else { return change }
        // Merged as JSON, so that property values of newer programs are kept.
        let json = try entity.document()["properties"]
        var properties = Document()
        if let json, json.fields != nil { properties = try Document(json: json) }
        var changed = PropertyBag()
        for (key, value) in update.properties { changed[key] = value }
        let values = try Document(json: changed.json)
        for key in update.properties.keys { properties[key] = values[key] }
        change["properties"] = properties.json
        return change
    }
}

extension DeviceStore {
    /// Runs reads and writes of places as one transaction, with no commit of another task between
    /// them.
    ///
    /// `body` runs on the store, synchronously; an error that leaves it rolls back all of its
    /// writes.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; ``StoreError`` of the code `suspended` while the file is
    ///   released.
    package func writePlaces<Value: Sendable>(
        _ body: @Sendable (PlaceRecords) throws -> Value
    ) throws -> Value {
        try writing { db in
            try body(PlaceRecords(db) { try self.writer(db, editedAt: self.nextEditTime()) })
        }
    }
}

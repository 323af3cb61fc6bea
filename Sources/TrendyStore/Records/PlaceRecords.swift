import GRDB
package import TrendyModel

/// The state of places and region monitoring.
package struct PlaceRecords: StoreRecords {
    let context: TransactionContext

    /// The maximum number of entries in the region log.
    static let maximumLogEntries: Int64 = 2_000

    /// The live events from a moment on whose content contains the word "visit", ordered by time.
    ///
    /// Any event may contain the word, so the caller has to check ``Event/isVisit``.
    package func capturedVisits(since start: Instant) throws -> [Entity] {
        try PlaceRow.capturedVisits(db, since: start)
    }

    /// The states of all known geofences, ordered by id.
    package func states() throws -> [PlaceState] {
        try PlaceRow.places(db)
    }

    /// The states of the geofences with an open visit, ordered by id.
    package func openStates() throws -> [PlaceState] {
        try PlaceRow.places(db, onlyOpen: true)
    }

    /// The state of one geofence; the initial one before it is stored first.
    package func state(of geofenceID: EntityID) throws -> PlaceState {
        try PlaceRow.place(db, geofenceID) ?? PlaceState(geofenceID: geofenceID)
    }

    /// The state of region monitoring; the initial one before it is stored first.
    package func regionMonitorState() throws -> RegionMonitorState {
        try PlaceRow.state(db) ?? RegionMonitorState()
    }

    /// The visits that this device recorded from a moment on and that another device may have
    /// recorded too.
    package func localVisits(since start: Instant) throws -> [LocalVisit] {
        try PlaceRow.localVisits(db, since: start)
    }

    /// The visits that ended at a moment or later and that a later visit to the same place follows,
    /// ordered by their end.
    package func closedStays(since start: Instant) throws -> [ClosedStay] {
        try PlaceRow.closedStays(db, since: start)
    }

    /// The last region events, newest first.
    package func regionLog(limit: Int = 100) throws -> [RegionLogEntry] {
        try PlaceRow.log(db, limit: limit)
    }

    /// Stores an update of visits and region monitoring; an empty update writes nothing.
    ///
    /// - Throws: ``StoreError`` with code `invalid` when an event violates the model's rules. The
    ///   caller must let the error leave the transaction, which rolls it back.
    package func apply(_ update: PlaceUpdate) throws {
        guard !update.isEmpty else { return }
        for creation in update.creations {
            try EntityRecords.validate(creation.fields.document, as: type(of: creation.fields).kind)
        }
        let writer = self.writer()
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
        try PlaceRow.store(db, update, maximumLogEntries: Self.maximumLogEntries)
    }

    private static func fields(
        of update: PlaceUpdate.EventUpdate,
        for entity: Entity
    ) throws -> Document {
        var change = update.fields
        guard !update.properties.isEmpty else { return change }
        // Merging JSON preserves property values that a newer version wrote.
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

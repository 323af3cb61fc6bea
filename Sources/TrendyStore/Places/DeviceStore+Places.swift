import GRDB
public import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// How many signals are kept.
    static let maximumLoggedSignals: Int64 = 2_000

    /// What is known of all geofences that were ever heard of, in the order of their ids.
    public func presences() throws -> [PlaceState] {
        try database.reading { try PlaceRow.presences($0) }
    }

    /// What is known of the geofences where the person is, as far as the watch knows.
    public func openPresences() throws -> [PlaceState] {
        try database.reading { try PlaceRow.presences($0, onlyOpen: true) }
    }

    /// What is known of one geofence.
    public func presence(of geofenceID: EntityID) throws -> PlaceState {
        try database.reading { db in
            try PlaceRow.presence(db, geofenceID) ?? PlaceState(geofenceID: geofenceID)
        }
    }

    /// Whether there was an entity of this id that somebody deleted.
    public func isDeleted(id: EntityID) throws -> Bool {
        try database.reading { try EntityRow.fetch($0, id: id)?.entity.deletedAt != nil }
    }

    /// Whether a change of an entity was not accepted yet.
    public func isInFlight(id: EntityID) throws -> Bool {
        try database.reading { try MutationRow.exists($0, entityID: id) }
    }

    /// What the watch over regions knows.
    public func regionMonitorState() throws -> RegionMonitorState {
        try database.reading { try PlaceRow.watch($0) ?? RegionMonitorState() }
    }

    /// The visits that began at a moment or later, and that another device may have recorded too.
    public func localVisits(since start: Instant) throws -> [LocalVisit] {
        try database.reading { try PlaceRow.localVisits($0, since: start) }
    }

    /// What was heard of visits that ended at a moment or later, and on which others have followed,
    /// in the order of their ends.
    public func closedStays(since start: Instant) throws -> [ClosedStay] {
        try database.reading { try PlaceRow.closedStays($0, since: start) }
    }

    /// The live events that may be visits which some device recorded, from a moment on.
    ///
    /// Most events are none, and only those that name a visit are read whole; what it returns is
    /// to be looked at, since any event may have the word in its text.
    public func capturedVisits(since start: Instant) throws -> [Entity] {
        try database.reading { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(EntityTable.columns) FROM entity
                WHERE kind = 4 AND deleted_at IS NULL AND timestamp >= ?
                    AND instr(content, 'visit') > 0
                ORDER BY timestamp, id
                """
            )
            statement.bind(1, start)
            var entities: [Entity] = []
            try statement.forEachRow { entities.append(try Entity(row: $0)) }
            return entities
        }
    }

    /// What the system last told of regions, the newest first.
    public func regionLog(limit: Int = 100) throws -> [RegionLogEntry] {
        try database.reading { try PlaceRow.notes($0, limit: limit) }
    }

    /// Stores what a signal amounts to, in one transaction; what is as it was writes nothing.
    ///
    /// - Throws: ``StoreError`` of the code `invalid` when an event breaks rules.
    public func apply(_ change: PlaceUpdate) throws {
        guard !change.isEmpty else { return }
        for creation in change.creations {
            try validate(creation.fields.document, as: type(of: creation.fields).kind)
        }
        try write { writer in
            for creation in change.creations {
                try writer.create(
                    kind: type(of: creation.fields).kind,
                    id: creation.id,
                    content: creation.fields.document.json
                )
            }
            for update in change.updates {
                guard let row = try EntityRow.fetch(writer.db, id: update.id),
                    row.entity.deletedAt == nil
                else { continue }
                try writer.update(row, change: fields(of: update, for: row.entity))
            }
            for id in change.deletions {
                guard let row = try EntityRow.fetch(writer.db, id: id), row.entity.deletedAt == nil
                else { continue }
                try writer.delete(row)
            }
            try PlaceRow.store(writer.db, change, keeping: Self.maximumLoggedSignals)
        }
    }

    private func fields(
        of update: PlaceUpdate.EventUpdate,
        for entity: Entity
    ) throws -> Document {
        var change = update.fields
        guard !update.properties.isEmpty else { return change }
        // As text: what of them this program cannot read stays as it is.
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

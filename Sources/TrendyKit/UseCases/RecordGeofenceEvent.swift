public import TrendyModel
public import TrendyStore

/// Records visits: an entry opens an event, the exit closes the same one.
public struct RecordGeofenceEvent: Sendable {
    /// The type of visits to geofences that name none.
    public static let defaultTypeName = "Visit"

    private let store: DeviceStore
    private let dependencies: Dependencies

    /// A use case over a store.
    public init(store: DeviceStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Opens a visit; the event and, where there was none, its type are one transaction.
    ///
    /// - Parameters:
    ///   - geofenceID: the geofence.
    ///   - instant: when the system says that it happened.
    /// - Returns: the event.
    /// - Throws: `StoreError` of the code `notFound` when the geofence is not here.
    public func entered(_ geofenceID: EntityID, at instant: Instant) async throws -> EntityID {
        guard let entity = try await store.entity(id: geofenceID) else {
            throw StoreError(
                code: .notFound,
                message: "There is no geofence \(geofenceID) on this device; sync, or make it."
            )
        }
        let geofence = try Geofence(document: entity.document())
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        let typeID: EntityID
        if let named = geofence.eventTypeEntryID {
            typeID = named
        } else if let existing = try await store.entity(
            kind: .eventType,
            named: Self.defaultTypeName
        ) {
            typeID = existing.id
        } else {
            typeID = dependencies.ids.next()
            entities.append((typeID, EventType(name: Self.defaultTypeName)))
        }
        var event = Event(eventTypeID: typeID, timestamp: instant, sourceType: .geofence)
        event.geofenceID = geofenceID
        event.locationName = geofence.name
        let eventID = dependencies.ids.next()
        entities.append((eventID, event))
        try await store.create(entities)
        return eventID
    }

    /// Closes a visit; an exit that the system dates before the entry ends it where it began.
    ///
    /// - Throws: `StoreError` of the code `notFound` when the visit is not here any more.
    public func exited(_ visit: EntityID, at instant: Instant) async throws {
        guard let entity = try await store.entity(id: visit) else {
            throw StoreError(
                code: .notFound,
                message: "There is no visit \(visit) on this device any more."
            )
        }
        let start = try Event(document: entity.document()).timestamp
        var change = Document()
        change["end_date"] = RawJSON(max(start, instant).rfc3339)
        try await store.update(id: visit, change: change)
    }
}

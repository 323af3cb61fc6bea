import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// A recorded visit to a place.
package struct RecordedVisit: Sendable, Equatable {
    /// One end of a visit: a moment, the interval that it lies in, and the evidence.
    package struct End: Sendable, Equatable {
        /// The moment.
        package var instant: Instant
        /// The evidence: `crossing`, `state`, `fix`, `person`, `inferred` or `missed`; a newer
        /// program may use another word.
        package var evidenceSource: String
        /// The last moment that the person was known on the other side; `nil` when it is unknown.
        package var earliest: Instant?
        /// The first moment that the person was known on this side; `nil` when it is unknown.
        package var latest: Instant?
    }

    /// The id of its event.
    package var id: EntityID
    /// The geofence; `nil` when it is not in the database.
    package var geofenceID: EntityID?
    /// The name of the place at that time.
    package var place: String
    /// Where it was recorded; `nil` when the event does not say.
    package var coordinate: Coordinate?
    /// Its beginning.
    package var entry: End
    /// Its end; `nil` while the visit is open.
    package var exit: End?
    /// Whether it is open and unconfirmed.
    package var isUnconfirmed: Bool
    /// Whether only its end was observed.
    package var isEntryMissed: Bool { entry.evidenceSource == "missed" }
    /// Its duration; `nil` while the visit is open.
    package var duration: Duration? { exit.map { $0.instant - entry.instant } }

    /// The visit of an entity; `nil` when the entity is not a visit.
    ///
    /// - Throws: `FieldError` for an event that cannot be decoded.
    package init?(_ entity: Entity) throws {
        guard entity.kind == .event else { return nil }
        let event = try Event(document: entity.document())
        guard event.isVisit else { return nil }
        let end = { (side: String, instant: Instant) in
            End(
                instant: instant,
                evidenceSource: event.properties["\(side)_source"]?.text ?? "–",
                earliest: event.properties["\(side)_earliest"]?.instant,
                latest: event.properties["\(side)_latest"]?.instant
            )
        }
        id = entity.id
        geofenceID = event.geofenceID
        place = event.locationName ?? Strings.Places.unknownPlace()
        if let latitude = event.locationLatitude, let longitude = event.locationLongitude {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        entry = end("entry", event.timestamp)
        exit = event.endDate.map { end("exit", $0) }
        isUnconfirmed = event.endDate == nil && event.properties["unconfirmed"] == .boolean(true)
    }

    /// The visit of an entity; `nil` when the entity is not a visit, or cannot be decoded.
    package init?(readable entity: Entity) {
        guard let visit = try? RecordedVisit(entity) else { return nil }
        self = visit
    }

    /// The visits of a store, the newest first.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - start: only those that began at this instant or later.
    ///   - end: only those that began before this instant.
    ///   - geofence: only those to this place.
    ///   - limit: visits at most.
    /// - Returns: the visits, without those that cannot be decoded. Reads all events of that time.
    /// - Throws: what the database throws.
    package static func newest(
        in store: DeviceStore,
        from start: Instant? = nil,
        to end: Instant? = nil,
        at geofence: EntityID? = nil,
        limit: Int = .max
    ) async throws -> [RecordedVisit] {
        /// Events that are read at a time.
        let pageSize = 1000
        var visits: [RecordedVisit] = []
        let filter = EventFilter(from: start, to: end, limit: pageSize)
        let search = EventSearch(sources: [.geofence], places: geofence.map { [$0] })
        for try await page in store.eventPages(filter, matching: search) {
            for entity in page {
                guard let visit = RecordedVisit(readable: entity) else { continue }
                visits.append(visit)
                if visits.count >= limit { return visits }
            }
        }
        return visits
    }
}

extension PropertyValue {
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    fileprivate var instant: Instant? {
        if case .instant(let instant) = self { instant } else { nil }
    }
}

package import TrendyHealth
import TrendyKit
package import TrendyModel
package import TrendyStore

/// The data of the device that publishing depends on, read from the store.
package struct PublishSnapshot: Sendable {
    /// A place.
    package struct Place: Sendable, Hashable {
        /// The geofence's id.
        package var id: EntityID
        /// Its name.
        package var name: String

        /// Creates a place.
        package init(id: EntityID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The device's id.
    package var device: EntityID
    /// When it was read.
    package var now: Instant
    /// The selected metrics that have data.
    package var readings: [MetricReading]
    /// The places, ordered by name.
    package var places: [Place]
    /// The visits since the cursor's horizon, and older ones that lasted when last published.
    package var visits: [PublishedVisit]

    /// Creates a snapshot.
    package init(
        device: EntityID,
        now: Instant,
        readings: [MetricReading],
        places: [Place],
        visits: [PublishedVisit]
    ) {
        self.device = device
        self.now = now
        self.readings = readings
        self.places = places
        self.visits = visits
    }

    /// Reads the store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - categories: the categories whose metrics are published.
    ///   - zones: the person's time zones.
    ///   - now: the current time.
    ///   - horizon: the start of the earliest visit to read.
    ///   - known: the visits that were published.
    /// - Returns: the data that publishing depends on.
    /// - Throws: `DatabaseError`.
    package static func read(
        _ store: DeviceStore,
        categories: [HealthMetric],
        zones: ZoneHistory,
        now: Instant,
        horizon: Instant,
        known: [EntityID: PublishedVisit]
    ) async throws -> PublishSnapshot {
        let day = zones.day(containing: now)
        let readings = try await FetchToday(store: store)(categories, on: day, in: zones)
            .flatMap { MetricReading.readings(of: $0, on: day, in: zones) }
        let older = known.values.filter { $0.end == nil && $0.start < horizon }.map(\.id)
        let (places, events) = try await store.read { transaction in
            (
                try transaction.entities.fetchAll(kind: .geofence),
                try transaction.entities.events(ids: older.sorted())
                    + transaction.places.capturedVisits(since: horizon)
            )
        }
        return PublishSnapshot(
            device: store.deviceID,
            now: now,
            readings: readings,
            places: places.compactMap { entity in
                entity.readable(as: Geofence.self).map {
                    Place(id: entity.id, name: $0.fields.name)
                }
            },
            visits: events.compactMap { PublishedVisit($0) }
        )
    }
}

extension PublishedVisit {
    /// The visit of an event; `nil` for any other event.
    init?(_ entity: Entity) {
        guard let event = entity.readable(as: Event.self)?.fields, event.isVisit else { return nil }
        self.init(
            id: entity.id,
            place: event.geofenceID,
            start: event.timestamp,
            end: event.endDate
        )
    }
}

public import TrendyModel
public import TrendyPlaces
import TrendyStore

/// Records a visit to a place that a person tells of themselves.
///
/// It has the form of a watched one, and both go on from each other: a visit that the person opens
/// is closed by the watch when it sees them leave, and what shares more than half of the shorter
/// one with a visit that is recorded already is that visit. Where another device has watched the
/// same one, the person's stays.
/// Crossings that the phone notices are recorded by ``TrendyPlaces/GeofenceMonitor``.
public struct RecordGeofenceEvent: Sendable {
    private let store: DeviceStore
    private let dependencies: Dependencies
    private let zone: @Sendable () -> String
    private let places: GeofenceMonitor?

    init(
        store: DeviceStore,
        dependencies: Dependencies,
        zone: @escaping @Sendable () -> String,
        places: GeofenceMonitor?
    ) {
        self.store = store
        self.dependencies = dependencies
        self.zone = zone
        self.places = places
    }

    /// Records a visit; event, type and what is known of the place are one transaction.
    ///
    /// - Throws: `StoreError` of the code `notFound` for a place that is gone, `invalid` for a visit
    ///   that ends before it begins or lies in the future; nothing is written then.
    public func callAsFunction(_ visit: ManualVisit) async throws -> RecordReceipt {
        let recorded =
            if let places { try await places.record(visit) } else {
                try await told.record(visit)
            }
        return RecordReceipt(eventID: recorded.event, isNew: recorded.isNew)
    }

    /// Ends the visit that goes on at a place, whoever began it.
    ///
    /// - `instant`: when the person left; now when `nil`.
    /// - Returns: the visit.
    /// - Throws: `StoreError` of the code `notFound` when this device knows of none that goes on,
    ///   `invalid` for a moment before it began or in the future; nothing is written then.
    public func leave(
        _ geofenceID: EntityID,
        at instant: Instant? = nil
    ) async throws -> RecordReceipt {
        let instant = instant ?? dependencies.wallClock.now()
        let event =
            if let places { try await places.endVisit(to: geofenceID, at: instant) } else {
                try await told.end(geofenceID, at: instant)
            }
        return RecordReceipt(eventID: event, isNew: false)
    }

    private var told: ManualVisitRecorder {
        ManualVisitRecorder(store: store, dependencies: dependencies, zone: zone())
    }
}

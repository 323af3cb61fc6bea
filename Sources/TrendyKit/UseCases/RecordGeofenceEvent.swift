public import TrendyModel
public import TrendyPlaces
import TrendyStore

/// Records a visit that a person enters.
///
/// It has the same form as a detected visit, and the two merge: monitoring closes a visit that the
/// person opened when it observes the exit, and an entered visit that overlaps a recorded one by
/// more than half of the shorter one is the same visit. When another device detected the same
/// visit, the person's entry is kept. ``TrendyPlaces/GeofenceMonitor`` records detected crossings.
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

    /// Records a visit; the event, its type and the place's state are one transaction.
    ///
    /// - Throws: `StoreError` with code `notFound` when the place was deleted, `invalid` when the
    ///   visit ends before it begins or lies in the future. Nothing is written then.
    public func callAsFunction(_ visit: ManualVisit) async throws -> RecordReceipt {
        let recorded =
            if let places { try await places.record(visit) } else {
                try await recorder.record(visit)
            }
        return RecordReceipt(eventID: recorded.event, isNew: recorded.isNew)
    }

    /// Ends the open visit at a place, entered or detected.
    ///
    /// - `instant`: when the person left; `nil` for now.
    /// - Returns: the visit.
    /// - Throws: `StoreError` with code `notFound` when this device has no open visit there,
    ///   `invalid` when `instant` is before its entry or in the future. Nothing is written then.
    public func endVisit(
        _ geofenceID: EntityID,
        at instant: Instant? = nil
    ) async throws -> RecordReceipt {
        let instant = instant ?? dependencies.wallClock.now()
        let event =
            if let places { try await places.endVisit(to: geofenceID, at: instant) } else {
                try await recorder.end(geofenceID, at: instant)
            }
        return RecordReceipt(eventID: event, isNew: false)
    }

    private var recorder: ManualVisitRecorder {
        ManualVisitRecorder(store: store, dependencies: dependencies, zone: zone())
    }
}

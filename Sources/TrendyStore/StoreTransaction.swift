/// The records of the device's database within one transaction, one group for each feature.
///
/// ``DeviceStore/write(_:)`` and ``DeviceStore/read(_:)`` hand it to a closure; it must not be used
/// after the closure returns. Reads see the writes of the same transaction.
///
/// ```swift
/// try await store.write { transaction in
///     try transaction.places.apply(update)
///     try transaction.notifications.claim("visit")
/// }
/// ```
package struct StoreTransaction {
    let context: TransactionContext

    /// Event types, property definitions, geofences and events.
    package var entities: EntityRecords { EntityRecords(context: context) }
    /// The mutations that the server has not accepted.
    package var queue: QueueRecords { QueueRecords(context: context) }
    /// The conflict log.
    package var conflicts: ConflictRecords { ConflictRecords(context: context) }
    /// The sync cursor, the server's changes, drift detection and the history of sync runs.
    package var sync: SyncRecords { SyncRecords(context: context) }
    /// The server's snapshot while it is fetched.
    package var snapshot: SnapshotRecords { SnapshotRecords(context: context) }
    /// The state of health capture, and the events of each health category.
    package var health: HealthRecords { HealthRecords(context: context) }
    /// The state of places and region monitoring.
    package var places: PlaceRecords { PlaceRecords(context: context) }
    /// The claims of delivered notifications.
    package var notifications: NotificationRecords { NotificationRecords(context: context) }
    /// The history of time zones.
    package var timeZones: TimeZoneRecords { TimeZoneRecords(context: context) }
}

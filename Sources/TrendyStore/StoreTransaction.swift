import GRDB
import TrendyModel

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
    /// The cursor, the changes of the server and the history of sync runs.
    package var sync: SyncRecords { SyncRecords(context: context) }
    /// The snapshot that is being fetched.
    package var snapshot: SnapshotRecords { SnapshotRecords(context: context) }
    /// The state of health capture.
    package var health: HealthRecords { HealthRecords(context: context) }
    /// The state of places and region monitoring.
    package var places: PlaceRecords { PlaceRecords(context: context) }
    /// The notifications that were delivered.
    package var notifications: NotificationRecords { NotificationRecords(context: context) }
    /// The history of time zones.
    package var timeZones: TimeZoneRecords { TimeZoneRecords(context: context) }
}

/// The connection and the cached state during one transaction.
///
/// The store copies ``cached`` into the context and takes it back after the commit, so a
/// transaction that fails leaves the cached state as it was.
final class TransactionContext {
    let db: Database
    let dependencies: Dependencies
    let changeTracker: ChangeTracker
    var cached: CachedState

    init(
        _ db: Database,
        dependencies: Dependencies,
        changeTracker: ChangeTracker,
        cached: CachedState
    ) {
        self.db = db
        self.dependencies = dependencies
        self.changeTracker = changeTracker
        self.cached = cached
    }
}

/// A group of records of one feature.
protocol StoreRecords {
    var context: TransactionContext { get }
}

extension StoreRecords {
    var db: Database { context.db }
    var dependencies: Dependencies { context.dependencies }
    var changeTracker: ChangeTracker { context.changeTracker }

    var hybridClock: HybridClock {
        get { context.cached.clock }
        nonmutating set { context.cached.clock = newValue }
    }

    /// How far the server's clock is ahead of the device's.
    var serverOffset: Duration {
        get { context.cached.serverOffset }
        nonmutating set { context.cached.serverOffset = newValue }
    }

    /// The mutations that may have been sent; they are never coalesced.
    var sent: SentWatermark {
        get { context.cached.sent }
        nonmutating set { context.cached.sent = newValue }
    }

    /// The time of an edit, later than all edits before it.
    func nextEditTime() -> Instant {
        hybridClock.nextEditTime(now: dependencies.wallClock.now(), serverOffset: serverOffset)
    }

    /// A writer of edits of this device.
    ///
    /// - Parameters:
    ///   - editedAt: the time of the edits; ``nextEditTime()`` when `nil`.
    ///   - sent: the mutations that may have been sent; ``sent`` when `nil`.
    func writer(editedAt: Instant? = nil, sent: SentWatermark? = nil) -> LocalWriter {
        LocalWriter(
            db: db,
            now: dependencies.wallClock.now(),
            editedAt: editedAt ?? nextEditTime(),
            sent: sent ?? self.sent,
            ids: dependencies.ids,
            log: changeTracker
        )
    }
}

import Foundation
public import TrendyHealth
import TrendyModel
import TrendyStore

/// Records a health value that a person enters, as an event of a health category.
///
/// The event has the same type and properties as captured ones, so cards and searches include it,
/// but an id of its own: capture never changes it. A measurement that Apple Health also has is
/// recorded only once, whichever comes first: an equal amount in the same second, or a session that
/// overlaps for the most part. ``TrendyHealth/HealthCaptureCoordinator`` turns samples into events.
public struct RecordHealthEvent: Sendable {
    private let store: DeviceStore
    private let dependencies: Dependencies
    private let zones: @Sendable () -> ZoneHistory

    init(
        store: DeviceStore,
        dependencies: Dependencies,
        zones: @escaping @Sendable () -> ZoneHistory
    ) {
        self.store = store
        self.dependencies = dependencies
        self.zones = zones
    }

    /// Records a measurement; the event and its type are one transaction.
    ///
    /// - Throws: `StoreError` with code `invalid` when the amount is not plausible, or when the
    ///   session ends before it begins, lasts more than a day, lies in the future, or has an
    ///   activity that HealthKit does not know. Nothing is written then.
    public func callAsFunction(
        _ measure: HealthMeasure,
        notes: String? = nil
    ) async throws -> RecordReceipt {
        let now = dependencies.wallClock.now()
        guard measure.isValid, measure.end.map({ $0 <= now }) ?? true else {
            throw StoreError(.invalid, .invalidMeasurement)
        }
        let category = measure.category
        var event = Event(
            eventTypeID: category.eventTypeID,
            timestamp: measure.start.wholeSecond,
            sourceType: .manual
        )
        event.endDate = measure.end?.wholeSecond
        event.timeZone = zones().zone(at: measure.start).identifier
        event.notes = notes
        event.healthKitCategory = category.rawValue
        event.properties = measure.properties
        let entered = event
        let end = (entered.endDate ?? entered.timestamp) + .seconds(1)
        let recorded = try await store.write { transaction in
            try transaction.health.record(
                entered,
                of: (category.rawValue, category.eventTypeID, category.eventType),
                unlessKnownIn: entered.timestamp - ManualHealthEntries.maximumSession..<end,
                isSame: { $0.sourceType != .manual && ManualHealthEntries.isSame(entered, $0) }
            )
        }
        return RecordReceipt(eventID: recorded.id, isNew: recorded.isNew)
    }
}

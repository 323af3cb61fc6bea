import Foundation
public import TrendyHealth
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Records something that a person measured themselves, as an event of a health category.
///
/// It has the type and the properties of what capture makes, so that cards and searches know it,
/// but an id of its own: capture never changes it. What Apple Health has of the same fact (the same
/// amount in the same second, or a session that it mostly overlaps) is not recorded beside it,
/// whichever comes first. Samples become events in ``TrendyHealth/HealthCaptureCoordinator``.
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

    /// Records a measure; event and type are one transaction.
    ///
    /// - Throws: `StoreError` of the code `invalid` for an amount that is none, or a session that
    ///   ends before it begins, lasts more than a day, lies in the future, or is of an activity
    ///   that HealthKit has no name for; nothing is written then.
    public func callAsFunction(
        _ measure: HealthMeasure,
        notes: String? = nil
    ) async throws -> RecordReceipt {
        let now = dependencies.wallClock.now()
        guard measure.isPossible, measure.end.map({ $0 <= now }) ?? true else {
            throw StoreError(code: .invalid, message: Strings.Health.impossibleMeasure())
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
        let told = event
        let end = (told.endDate ?? told.timestamp) + .seconds(1)
        let recorded = try await store.recordHealth(
            told,
            of: (category.rawValue, category.eventTypeID, category.eventType),
            unlessKnownIn: told.timestamp - ManualHealthEntries.maximumSession..<end,
            isSame: { $0.sourceType != .manual && ManualHealthEntries.isSame(told, $0) }
        )
        return RecordReceipt(eventID: recorded.id, isNew: recorded.isNew)
    }
}

import Foundation
public import TrendyHealth
public import TrendyModel
import TrendyStore
import TrendyWords

/// Records something that a person measured themselves, as an event of a health category.
///
/// It has the type and the properties of what capture makes, so that cards and searches know it,
/// but an id of its own: capture never changes it. What Apple Health has of the same fact (the same
/// amount in the same second, or a session that it mostly overlaps) is not recorded beside it,
/// whichever comes first. Samples become events in ``TrendyHealth/HealthCaptureCoordinator``.
public struct RecordHealthEvent: Sendable {
    /// What was recorded.
    public struct Receipt: Sendable, Equatable {
        /// The event.
        public var eventID: EntityID
        /// Whether it is new; else capture had recorded it already, and only notes were added where
        /// there were none.
        public var isNew: Bool
    }

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
    ///   ends before it begins; nothing is written then.
    public func callAsFunction(
        _ measure: HealthMeasure,
        notes: String? = nil
    ) async throws -> Receipt {
        guard measure.isPossible else {
            throw StoreError(code: .invalid, message: Words.Health.impossibleMeasure())
        }
        let category = measure.category
        let type = try await type(of: category)
        var event = Event(
            eventTypeID: type.id,
            timestamp: measure.start.wholeSecond,
            sourceType: .manual
        )
        event.endDate = measure.end?.wholeSecond
        event.timeZone = zones().zone(at: measure.start).identifier
        event.notes = notes
        event.healthKitCategory = category.rawValue
        event.properties = measure.properties
        if let known = try await captured(event, category) {
            if let notes, known.event.notes == nil {
                let change = Document([.init(name: "notes", value: RawJSON(notes))])
                try await store.update(id: known.id, change: change)
            }
            return Receipt(eventID: known.id, isNew: false)
        }
        let id = dependencies.ids.next()
        var entities: [(id: EntityID, fields: any EntityFields)] = [(id, event)]
        if let fields = type.missing { entities.insert((type.id, fields), at: 0) }
        try await store.create(entities)
        return Receipt(eventID: id, isNew: true)
    }

    /// The type that the person chose for the category, else the category's own.
    private func type(
        of category: HealthCategory
    ) async throws -> (id: EntityID, missing: EventType?) {
        let settings = try await store.healthState(category: category.rawValue).settings
        if let chosen = settings.eventTypeID, try await store.entity(id: chosen) != nil {
            return (chosen, nil)
        }
        let id = category.eventTypeID
        return (id, try await store.entity(id: id) == nil ? category.eventType : nil)
    }

    /// What capture has of the same fact.
    private func captured(
        _ event: Event,
        _ category: HealthCategory
    ) async throws -> (id: EntityID, event: Event)? {
        let end = (event.endDate ?? event.timestamp) + .seconds(1)
        return try await store.healthEvents(
            of: category.rawValue,
            in: event.timestamp - ToldHealth.longestSession..<end
        )
        .first { $0.event.sourceType != .manual && ToldHealth.isSame(event, $0.event) }
    }
}

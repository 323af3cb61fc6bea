import Foundation
package import TrendyModel
import TrendyStore

/// Creates events from processed health data.
///
/// The same fact gets the same id and the same bytes on every device, from HealthKit and from an
/// export.
struct HealthEventFactory {
    let zones: ZoneHistory
    /// The event type: the category's own, or one that the person chose.
    let eventTypeID: EntityID

    /// The event type of a category under its derived id.
    static func eventType(of category: HealthMetric) -> DerivedEventType {
        DerivedEventType(
            id: category.eventTypeID,
            eventType: category.eventType
        )
    }

    func event(of data: ProcessedHealthData) -> DerivedResult {
        let naturalKey = "\(data.category)/\(data.key)"
        var event = Event(
            eventTypeID: eventTypeID,
            timestamp: data.start.wholeSecond,
            sourceType: .healthKit
        )
        event.endDate = data.end.map { max($0.wholeSecond, data.start.wholeSecond) }
        event.isAllDay = data.isAllDay
        event.timeZone = data.timeZone ?? zones.zone(at: data.start).identifier
        event.naturalKey = naturalKey
        event.evidence = data.evidence
        event.healthKitCategory = data.category
        event.properties = data.properties
        return DerivedResult(
            id: .derived(kind: "event", naturalKey: naturalKey),
            day: data.day,
            event: event
        )
    }
}

extension HealthMetric {
    /// The derived id of the event type that capture creates for the category.
    package var eventTypeID: EntityID {
        .derived(kind: "event_type", naturalKey: "healthkit/\(rawValue)")
    }
}

import Foundation
import TrendyModel
import TrendyStore

/// Makes events of what processors found: the same fact gets the same id and the same bytes on
/// every device, from HealthKit and from an export of it.
struct HealthEventFactory {
    let zones: ZoneHistory

    /// The event type of a category, under its derived id.
    static func eventType(of category: HealthCategory) -> DerivedEventType {
        let (name, color, icon) =
            switch category {
            case .workout: ("Workout", "#E8662E", "figure.run")
            case .sleep: ("Sleep", "#5B5EA6", "bed.double.fill")
            case .steps: ("Steps", "#3C9D5D", "figure.walk")
            case .activeEnergy: ("Active Energy", "#D93A4A", "flame.fill")
            case .heartRate: ("Heart Rate", "#C2185B", "heart.fill")
            case .mindfulness: ("Mindfulness", "#2AA198", "brain.head.profile")
            case .water: ("Water", "#2F86D1", "drop.fill")
            case .bodyMass: ("Body Mass", "#8A6D3B", "scalemass.fill")
            }
        return DerivedEventType(
            id: .derived(kind: "event_type", naturalKey: "healthkit/\(category.rawValue)"),
            eventType: EventType(name: name, color: color, icon: icon)
        )
    }

    /// The event of a result.
    func event(of data: ProcessedHealthData) -> DerivedResult {
        let naturalKey = "\(data.category.rawValue)/\(data.key)"
        var event = Event(
            eventTypeID: Self.eventType(of: data.category).id,
            timestamp: data.start.wholeSecond,
            sourceType: .healthKit
        )
        event.endDate = data.end.map { max($0.wholeSecond, data.start.wholeSecond) }
        event.isAllDay = data.isAllDay
        event.timeZone = data.timeZone ?? zones.zone(at: data.start).identifier
        event.naturalKey = naturalKey
        event.evidence = data.evidence
        event.healthKitCategory = data.category.rawValue
        event.properties = data.properties
        return DerivedResult(
            id: .derived(kind: "event", naturalKey: naturalKey),
            day: data.day,
            event: event
        )
    }
}

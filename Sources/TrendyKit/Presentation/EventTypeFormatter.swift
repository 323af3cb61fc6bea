import TrendyHealth
import TrendyLocalization
package import TrendyModel
import TrendyPlaces

/// Display names of event types: built-in types are localized until the person renames them.
package enum EventTypeFormatter {
    private static let builtIn: [EntityID: @Sendable (_ name: String) -> String?] = {
        var builtIn: [EntityID: @Sendable (String) -> String?] = [:]
        for category in HealthMetric.allCases {
            builtIn[category.eventTypeID] = { $0 == category.eventType.name ? category.text : nil }
        }
        builtIn[VisitType.id] = { $0 == VisitType.name ? Strings.Places.visit() : nil }
        return builtIn
    }()

    /// The displayable type of an entity; default values replace fields that cannot be decoded.
    package static func type(_ entity: Entity) -> EventType {
        let placeholder = EventType(name: Strings.Timeline.unknownType())
        let read = entity.readable(
            as: EventType.self,
            placeholders: [
                "name": RawJSON(placeholder.name), "color": RawJSON(placeholder.color),
                "icon": RawJSON(placeholder.icon),
            ]
        )
        var type = read?.fields ?? placeholder
        type.name = text(for: type, entity.id)
        return type
    }

    /// The display name of a type.
    static func text(for type: EventType, _ id: EntityID) -> String {
        text(forName: type.name, id)
    }

    /// The display name for a stored name of a type.
    static func text(forName name: String, _ id: EntityID) -> String {
        builtIn[id]?(name) ?? name
    }
}

import TrendyHealth
import TrendyLocalization
package import TrendyModel
import TrendyPlaces

/// What types are called: those that Trendy makes itself in the person's language, until the person
/// gives them a name of their own.
package enum EventTypeFormatter {
    private static let made: [EntityID: @Sendable (_ name: String) -> String?] = {
        var made: [EntityID: @Sendable (String) -> String?] = [:]
        for category in HealthCategory.allCases {
            made[category.eventTypeID] = { $0 == category.eventType.name ? category.text : nil }
        }
        made[VisitType.id] = { $0 == VisitType.name ? Strings.Places.visit() : nil }
        return made
    }()

    /// A type as it is shown: what cannot be read of it looks as if nobody had said it.
    package static func type(_ entity: Entity) -> EventType {
        let looks = EventType(name: Strings.Timeline.unknownType())
        let read = entity.readable(
            as: EventType.self,
            otherwise: [
                "name": RawJSON(looks.name), "color": RawJSON(looks.color),
                "icon": RawJSON(looks.icon),
            ]
        )
        var type = read?.fields ?? looks
        type.name = text(for: type, entity.id)
        return type
    }

    /// What a type is called.
    static func text(for type: EventType, _ id: EntityID) -> String {
        text(forName: type.name, id)
    }

    /// What a type is called that has a name in the store.
    static func text(forName name: String, _ id: EntityID) -> String {
        made[id]?(name) ?? name
    }
}

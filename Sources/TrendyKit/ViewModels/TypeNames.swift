import TrendyHealth
package import TrendyModel
import TrendyPlaces
import TrendyWords

/// What types are called: those that Trendy makes itself in the person's language, until the person
/// gives them a name of their own.
package enum TypeNames {
    private static let made: [EntityID: @Sendable (_ name: String) -> String?] = {
        var made: [EntityID: @Sendable (String) -> String?] = [:]
        for category in HealthCategory.allCases {
            made[category.eventTypeID] = { $0 == category.eventType.name ? category.words : nil }
        }
        made[VisitType.id] = { $0 == VisitType.name ? Words.Places.visit() : nil }
        return made
    }()

    /// A type as it is shown: what cannot be read of it looks as if nobody had said it.
    package static func type(_ entity: Entity) -> EventType {
        let looks = EventType(name: Words.Timeline.unknownType())
        let read = entity.readable(
            as: EventType.self,
            otherwise: [
                "name": RawJSON(looks.name), "color": RawJSON(looks.color),
                "icon": RawJSON(looks.icon),
            ]
        )
        var type = read?.fields ?? looks
        type.name = words(for: type, entity.id)
        return type
    }

    /// What a type is called.
    static func words(for type: EventType, _ id: EntityID) -> String {
        words(forName: type.name, id)
    }

    /// What a type is called that has a name in the store.
    static func words(forName name: String, _ id: EntityID) -> String {
        made[id]?(name) ?? name
    }
}

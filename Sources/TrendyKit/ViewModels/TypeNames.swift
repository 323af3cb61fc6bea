import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyWords

/// What types are called: those that Trendy makes itself in the person's language, until the person
/// gives them a name of their own.
enum TypeNames {
    private static let made: [EntityID: @Sendable (_ name: String) -> String?] = {
        var made: [EntityID: @Sendable (String) -> String?] = [:]
        for category in HealthCategory.allCases {
            made[category.eventTypeID] = { $0 == category.eventType.name ? category.words : nil }
        }
        made[VisitType.id] = { $0 == VisitType.name ? Words.Places.visit() : nil }
        return made
    }()

    /// What a type is called.
    static func words(for type: EventType, _ id: EntityID) -> String {
        words(forName: type.name, id)
    }

    /// What a type is called that has a name in the store.
    static func words(forName name: String, _ id: EntityID) -> String {
        made[id]?(name) ?? name
    }
}

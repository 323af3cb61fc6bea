import TrendyLocalization
package import TrendyModel

/// The event type of visits to geofences without an event type of their own, or with a deleted one.
package enum VisitType {
    /// Its name, the same in all languages, so that all devices create the same type.
    package static let name = Strings.Places.visit.english
    /// Its derived id.
    package static let id = EntityID.derived(kind: "event_type", naturalKey: "places/visit")
    /// Its initial fields.
    static var fields: EventType {
        EventType(name: name, color: "#3A7D44", icon: "mappin.circle.fill")
    }

    /// Its initial fields with the name in the person's language, for display only.
    package static var localizedFields: EventType {
        var type = fields
        type.name = Strings.Places.visit()
        return type
    }
}

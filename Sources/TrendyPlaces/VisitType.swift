import TrendyLocalization
package import TrendyModel

/// The type of visits to geofences that name none, or one that is gone.
package enum VisitType {
    /// Its name, the same in every language, so that all devices make the same one.
    package static let name = Strings.Places.visit.english
    /// Its derived id.
    package static let id = EntityID.derived(kind: "event_type", naturalKey: "places/visit")
    /// Its fields when it is made.
    static var fields: EventType {
        EventType(name: name, color: "#3A7D44", icon: "mappin.circle.fill")
    }
}

package import TrendyModel

/// The names of event types and places, which events refer to by their ids.
package struct ExportNames: Sendable {
    /// A place.
    struct Place: Sendable {
        let name: [UInt8]
        let latitude: Double
        let longitude: Double
    }

    private var types: [EntityID: [UInt8]] = [:]
    private var places: [EntityID: Place] = [:]

    /// Creates an empty collection.
    package init() {}

    /// Adds an event type or a place; ignores other and unreadable entities.
    package mutating func add(_ entity: Entity) {
        // An unreadable entity has no name.
        guard let document = try? entity.document() else { return }
        switch entity.kind {
        case .eventType:
            types[entity.id] = document["name"]?.string.map { Array($0.utf8) }
        case .geofence:
            guard let fields = try? Geofence(document: document) else { return }
            places[entity.id] = Place(
                name: Array(fields.name.utf8),
                latitude: fields.latitude,
                longitude: fields.longitude
            )
        case .event, .propertyDefinition:
            break
        }
    }

    /// The name of an event type, as UTF-8; `nil` when it is unknown.
    func type(_ id: EntityID) -> [UInt8]? { types[id] }

    /// A place; `nil` when it is unknown.
    func place(_ id: EntityID) -> Place? { places[id] }
}

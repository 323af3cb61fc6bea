/// The kind of an entity; the order is the order of creation, parents first.
public enum EntityKind: Int, Sendable, CaseIterable, Comparable {
    /// A kind of event, such as "Coffee".
    case eventType = 1
    /// A property that events of a type have.
    case propertyDefinition = 2
    /// A circle on the map.
    case geofence = 3
    /// Something that happened.
    case event = 4

    /// The name on the wire.
    public var name: String {
        switch self {
        case .eventType: "event_type"
        case .propertyDefinition: "property_definition"
        case .geofence: "geofence"
        case .event: "event"
        }
    }

    /// The kind of a name on the wire; `nil` for any other text.
    public init?(name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether the first comes before the second.
    public static func < (left: EntityKind, right: EntityKind) -> Bool {
        left.rawValue < right.rawValue
    }
}

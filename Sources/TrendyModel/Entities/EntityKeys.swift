/// What a database must index of an entity's document.
public struct EntityKeys: Sendable, Equatable {
    /// The entities that must exist for this one to: an event's type, a definition's type.
    public var parents: [EntityID] = []
    /// The type of an event or of a property definition.
    public var eventTypeID: EntityID?
    /// When an event happened.
    public var timestamp: Instant?
    /// The name that no other entity of this kind may have; `nil` where any number may.
    public var uniqueName: String?

    /// Reads the keys of a document; what is missing or malformed is `nil`.
    public init(kind: EntityKind, document: Document) {
        switch kind {
        case .event:
            eventTypeID = document["event_type_id"]?.id
            timestamp = document["timestamp"]?.instant
            parents = [eventTypeID, document["geofence_id"]?.id].compactMap { $0 }
        case .eventType:
            uniqueName = document["name"]?.string?.lowercased()
        case .propertyDefinition:
            eventTypeID = document["event_type_id"]?.id
            parents = [eventTypeID].compactMap { $0 }
            if let eventTypeID, let key = document["key"]?.string {
                uniqueName = "\(eventTypeID)/\(key)"
            }
        case .geofence:
            uniqueName = document["name"]?.string?.lowercased()
            parents = [
                document["event_type_entry_id"]?.id, document["event_type_exit_id"]?.id,
            ].compactMap { $0 }
        }
    }
}

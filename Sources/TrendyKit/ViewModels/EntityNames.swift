import TrendyModel
import TrendyStore
import TrendyWords

/// What entities are called, for lists in which all kinds stand.
struct EntityNames {
    let store: DeviceStore
    let formats: Formats
    let today: CalendarDay

    /// The name of an entity, from what is here or else from the fields that are told.
    func name(_ id: EntityID, _ kind: EntityKind, fields: RawJSON? = nil) async throws -> String {
        let here = try await store.entity(id: id)?.content
        guard let json = here ?? fields else { return Words.Decisions.thingGone() }
        let document = try Document(json: json)
        switch kind {
        case .event:
            guard let type = document["event_type_id"]?.id,
                let timestamp = document["timestamp"]?.instant
            else { return Words.Decisions.thingGone() }
            return Words.Decisions.thingEvent([
                "type": try await typeName(type),
                "time": formats.timeAndDay(timestamp, today: today),
            ])
        case .eventType:
            let name = document["name"]?.string
            return named(
                name.map { TypeNames.words(forName: $0, id) },
                Words.Decisions.thingType
            )
        case .propertyDefinition:
            return named(document["label"]?.string, Words.Decisions.thingDefinition)
        case .geofence:
            return named(document["name"]?.string, Words.Decisions.thingPlace)
        }
    }

    /// The name of an event type.
    func typeName(_ id: EntityID) async throws -> String {
        guard let type = try await store.entity(id: id) else { return Words.Timeline.unknownType() }
        return TypeNames.type(type).name
    }

    /// A field's value as people read it.
    func value(_ json: RawJSON?, of field: String) async throws -> String {
        guard let json, !json.isNull else { return Words.Decisions.cleared() }
        if field == "event_type_id", let id = json.id { return try await typeName(id) }
        if let instant = json.instant { return formats.timeAndDay(instant, today: today) }
        if let text = json.string { return "“\(text)”" }
        return json.description
    }

    private func named(_ name: String?, _ phrase: Phrase) -> String {
        name.map { phrase(["name": $0]) } ?? Words.Decisions.thingGone()
    }
}

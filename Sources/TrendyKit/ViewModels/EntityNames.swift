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
        if let kind = Self.referred[field], let id = json.id {
            return kind == .eventType ? try await typeName(id) : try await name(id, kind)
        }
        if field == "source_type", let name = json.string {
            return EventWords.source(SourceType(rawValue: name))
        }
        if let instant = json.instant { return formats.timeAndDay(instant, today: today) }
        if let text = json.string { return "“\(text)”" }
        if let flag = json.bool { return flag ? Words.Values.yes() : Words.Values.no() }
        if let number = json.number?.double { return words(for: number, of: field) }
        if let texts = json.elements?.compactMap(\.string) { return texts.joined(separator: ", ") }
        if let bag = PropertyBag(json: json) { return EventWords(formats: formats).list(bag) }
        return json.description
    }

    /// The fields that name another entity.
    private static let referred: [String: EntityKind] = [
        "event_type_id": .eventType, "event_type_entry_id": .eventType,
        "event_type_exit_id": .eventType, "geofence_id": .geofence,
    ]

    private func words(for number: Double, of field: String) -> String {
        guard number.isFinite else { return "–" }
        return switch field {
        case "radius": EventWords(formats: formats).distance(number)
        case "notify_on_dwell": formats.span(seconds: number)
        default: formats.number(number, places: 5)
        }
    }

    private func named(_ name: String?, _ phrase: Phrase) -> String {
        name.map { phrase(["name": $0]) } ?? Words.Decisions.thingGone()
    }
}

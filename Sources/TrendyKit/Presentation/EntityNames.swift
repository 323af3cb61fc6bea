import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// Display names of entities, for lists that contain all kinds.
package struct EntityNames {
    let store: DeviceStore
    let formats: DisplayFormatter
    let today: CalendarDay

    package init(store: DeviceStore, formats: DisplayFormatter, today: CalendarDay) {
        self.store = store
        self.formats = formats
        self.today = today
    }

    /// The display name of an entity, from the stored content or else from `fields`.
    package func name(
        _ id: EntityID,
        _ kind: EntityKind,
        fields: RawJSON? = nil
    ) async throws -> String {
        let here = try await store.read { try $0.entities.fetch(id: id) }?.content
        guard let json = here ?? fields else { return Strings.FailedChanges.entityMissing() }
        let document = try Document(json: json)
        switch kind {
        case .event:
            guard let type = document["event_type_id"]?.id,
                let timestamp = document["timestamp"]?.instant
            else { return Strings.FailedChanges.entityMissing() }
            return Strings.FailedChanges.entityEvent([
                "type": try await typeName(type),
                "time": formats.timeAndDay(timestamp, today: today),
            ])
        case .eventType:
            let name = document["name"]?.string
            return named(
                name.map { EventTypeFormatter.text(forName: $0, id) },
                Strings.FailedChanges.entityType
            )
        case .propertyDefinition:
            return named(document["label"]?.string, Strings.FailedChanges.entityDefinition)
        case .geofence:
            return named(document["name"]?.string, Strings.FailedChanges.entityPlace)
        }
    }

    /// The name of an event type.
    func typeName(_ id: EntityID) async throws -> String {
        guard let type = try await store.read({ try $0.entities.fetch(id: id) }) else {
            return Strings.Timeline.unknownType()
        }
        return EventTypeFormatter.type(type).name
    }

    /// The display form of a field's value.
    package func value(_ json: RawJSON?, of field: String) async throws -> String {
        guard let json, !json.isNull else { return Strings.FailedChanges.cleared() }
        if let kind = Self.referred[field], let id = json.id {
            return kind == .eventType ? try await typeName(id) : try await name(id, kind)
        }
        if field == "source_type", let name = json.string {
            return EventFormatter.source(SourceType(rawValue: name))
        }
        if let instant = json.instant { return formats.timeAndDay(instant, today: today) }
        if let text = json.string { return "“\(text)”" }
        if let flag = json.bool { return flag ? Strings.Values.yes() : Strings.Values.no() }
        if let number = json.number?.double { return text(for: number, of: field) }
        if let texts = json.elements?.compactMap(\.string) { return texts.joined(separator: ", ") }
        if let bag = PropertyBag(json: json) { return EventFormatter(formats: formats).list(bag) }
        return json.description
    }

    /// The fields that refer to another entity.
    private static let referred: [String: EntityKind] = [
        "event_type_id": .eventType, "event_type_entry_id": .eventType,
        "event_type_exit_id": .eventType, "geofence_id": .geofence,
    ]

    private func text(for number: Double, of field: String) -> String {
        guard number.isFinite else { return "–" }
        return switch field {
        case "radius": EventFormatter(formats: formats).distance(number)
        case "notify_on_dwell": formats.span(seconds: number)
        default: formats.number(number, places: 5)
        }
    }

    private func named(_ name: String?, _ phrase: LocalizedText) -> String {
        name.map { phrase(["name": $0]) } ?? Strings.FailedChanges.entityMissing()
    }
}

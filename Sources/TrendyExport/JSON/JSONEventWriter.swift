import TrendyModel

/// Writes events as JSON: an array, or one object a line.
///
/// An event has the names of the wire, with its fields copied byte for byte, and ends with two
/// names that only exports have: `event_type_name`, and `place_name` if it has a place. Entities
/// that events refer to can precede the events.
struct JSONEventWriter: EventWriter {
    private let names: ExportNames
    private let isArray: Bool
    private var isFirst = true

    init(names: ExportNames, isArray: Bool) {
        self.names = names
        self.isArray = isArray
    }

    func begin(_ out: inout ExportBuffer) {
        if isArray { out.append("[\n") }
    }

    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        separate(&out)
        open(event.row, "event", event.content, &out)
        if let name = event.fields.type.flatMap({ names.type($0) }) {
            out.append(",\"event_type_name\":")
            name.withUnsafeBytes { out.append(jsonString: $0) }
        }
        if let place = event.fields.geofence.flatMap({ names.place($0) }) {
            out.append(",\"place_name\":")
            place.name.withUnsafeBytes { out.append(jsonString: $0) }
        }
        out.append("}")
        endLine(&out)
        return true
    }

    /// Writes an event type, a property definition or a place.
    mutating func write(definition entity: Entity, to out: inout ExportBuffer) {
        var page = PackedEvents()
        page.append(entity)
        separate(&out)
        let name: StaticString =
            switch entity.kind {
            case .event: "event"
            case .eventType: "event_type"
            case .geofence: "geofence"
            case .propertyDefinition: "property_definition"
            }
        page.forEach { open($0, name, $1, &out) }
        out.append("}")
        endLine(&out)
    }

    func end(_ out: inout ExportBuffer) {
        if isArray { out.append(isFirst ? "]\n" : "\n]\n") }
    }

    private mutating func separate(_ out: inout ExportBuffer) {
        if isArray, !isFirst { out.append(",\n") }
        isFirst = false
    }

    private func endLine(_ out: inout ExportBuffer) {
        if !isArray { out.append("\n") }
    }

    /// Writes an entity without its closing brace.
    private func open(
        _ row: PackedEvents.Row,
        _ kind: StaticString,
        _ content: UnsafeRawBufferPointer,
        _ out: inout ExportBuffer
    ) {
        out.append("{\"entity_type\":\"")
        out.append(kind)
        out.append("\",\"id\":\"")
        out.append(row.id)
        out.append("\",\"version\":")
        out.append(integer: row.version)
        out.append(",\"created_at\":\"")
        out.append(row.createdAt)
        out.append("\",\"updated_at\":\"")
        out.append(row.updatedAt)
        out.append("\"")
        guard content.count > 2 else { return }
        out.append(",")
        out.append(UnsafeRawBufferPointer(rebasing: content[1..<content.count - 1]))
    }
}

import TrendyModel

/// Writes a GeoJSON feature collection (RFC 7946): a point for each event with a position.
struct GeoJSONWriter: EventWriter {
    private let names: ExportNames
    private let decoder = TextDecoder()
    private var isFirst = true

    init(names: ExportNames) {
        self.names = names
    }

    func begin(_ out: inout ExportBuffer) {
        out.append("{\"type\":\"FeatureCollection\",\"features\":[\n")
    }

    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        guard let position = EventPosition(fields, names, decoder), let start = fields.start else {
            return false
        }
        if !isFirst { out.append(",\n") }
        isFirst = false
        out.append("{\"type\":\"Feature\",\"id\":\"")
        out.append(event.row.id)
        out.append("\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        out.append(position.longitude)
        out.append(",")
        out.append(position.latitude)
        out.append("]},\"properties\":{\"name\":")
        position.name.withUnsafeBytes { out.append(jsonString: $0) }
        if let type = fields.type.flatMap({ names.type($0) }) {
            out.append(",\"type\":")
            type.withUnsafeBytes { out.append(jsonString: $0) }
        }
        out.append(",\"entry\":\"")
        out.append(start)
        if let end = fields.end {
            out.append("\",\"exit\":\"")
            out.append(end)
        }
        out.append("\"")
        for (name, value) in [
            ("source", fields.sourceType), ("notes", fields.notes), ("time_zone", fields.timeZone),
            ("properties", fields.properties),
        ] as [(StaticString, EventFields.Slice)] where !value.isEmpty {
            out.append(",\"")
            out.append(name)
            out.append("\":")
            out.append(value)
        }
        out.append("}}")
        return true
    }

    func end(_ out: inout ExportBuffer) {
        out.append(isFirst ? "]}\n" : "\n]}\n")
    }
}

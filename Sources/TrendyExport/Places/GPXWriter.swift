import TrendyModel

/// Writes GPX 1.1 waypoints: one for each event with a position.
///
/// `time` is the entry. The exit, the id and the source are extensions of the namespace
/// `urn:trendy:gpx:1`. Devices store no tracks, so the file has none.
struct GPXWriter: EventWriter {
    private let names: ExportNames
    private let decoder = TextDecoder()

    init(names: ExportNames) {
        self.names = names
    }

    func begin(_ out: inout ExportBuffer) {
        out.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Trendy" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:trendy="urn:trendy:gpx:1">

            """
        )
    }

    func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        guard let position = EventPosition(fields, names, decoder), let start = fields.start else {
            return false
        }
        out.append("<wpt lat=\"")
        out.append(position.latitude)
        out.append("\" lon=\"")
        out.append(position.longitude)
        out.append("\"><time>")
        out.append(start)
        out.append("</time>")
        let type = fields.type.flatMap { names.type($0) } ?? []
        element("name", position.name.isEmpty ? type : position.name, &out)
        element("desc", Array(decoder.text(fields.notes)), &out)
        element("type", type, &out)
        out.append("<extensions><trendy:id>")
        out.append(event.row.id)
        out.append("</trendy:id>")
        if let end = fields.end {
            out.append("<trendy:exit>")
            out.append(end)
            out.append("</trendy:exit>")
        }
        element("trendy:source", Array(decoder.text(fields.sourceType)), &out)
        out.append("</extensions></wpt>\n")
        return true
    }

    func end(_ out: inout ExportBuffer) {
        out.append("</gpx>\n")
    }

    /// Writes an element with a text; nothing for an empty text.
    private func element(_ name: StaticString, _ text: [UInt8], _ out: inout ExportBuffer) {
        guard !text.isEmpty else { return }
        out.append("<")
        out.append(name)
        out.append(">")
        text.withUnsafeBytes { out.append(xml: $0) }
        out.append("</")
        out.append(name)
        out.append(">")
    }
}

extension ExportBuffer {
    /// Appends text of an XML element; characters that XML 1.0 cannot express become U+FFFD.
    mutating func append(xml text: UnsafeRawBufferPointer) {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case 0x0D: append("&#13;")
            case 0x09, 0x0A: append(byte)
            case 0..<0x20: append("\u{FFFD}")
            // U+FFFE and U+FFFF differ from U+FFFD in the last byte.
            case 0xBE...0xBF
            where index >= 2 && text[index - 1] == 0xBF && text[index - 2] == 0xEF:
                append(0xBD)
            default: append(byte)
            }
        }
    }
}

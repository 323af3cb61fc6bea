import TrendyModel

/// Writes CSV (RFC 4180): a header, then one row for each event, with CRLF line ends.
///
/// Values with commas, quotation marks or line breaks are quoted. CSV has no escape for control
/// characters, so all but tabs and line breaks become U+FFFD; JSON keeps them.
struct CSVWriter: EventWriter {
    /// The columns, in their order.
    static let columns: StaticString = """
        id,type,start,end,all_day,time_zone,source,category,place,latitude,longitude,notes,\
        title,external_id,created_at,updated_at,properties
        """

    private let names: ExportNames
    private let isSpreadsheetSafe: Bool
    private let decoder = TextDecoder()
    private var lastType: (id: EntityID, name: [UInt8])?

    init(names: ExportNames, isSpreadsheetSafe: Bool) {
        self.names = names
        self.isSpreadsheetSafe = isSpreadsheetSafe
    }

    mutating func begin(_ out: inout ExportBuffer) {
        out.append(Self.columns)
        out.append("\r\n")
    }

    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        out.append(event.row.id)
        comma(&out)
        writeType(of: fields, to: &out)
        comma(&out)
        writeTime(fields.timestamp, to: &out)
        comma(&out)
        writeTime(fields.endDate, to: &out)
        out.append(fields.coversDays ? ",true," : ",false,")
        writeText(fields.timeZone, to: &out)
        comma(&out)
        if fields.sourceType.isEmpty {
            out.append("manual")
        } else {
            writeText(fields.sourceType, to: &out)
        }
        comma(&out)
        writeText(fields.category, to: &out)
        comma(&out)
        writePlace(of: fields, to: &out)
        comma(&out)
        writeText(fields.notes, to: &out)
        comma(&out)
        writeText(fields.originalTitle, to: &out)
        comma(&out)
        writeText(fields.externalID, to: &out)
        comma(&out)
        out.append(event.row.createdAt)
        comma(&out)
        out.append(event.row.updatedAt)
        comma(&out)
        writeProperties(fields.properties, to: &out)
        out.append("\r\n")
        return true
    }

    func end(_ out: inout ExportBuffer) {}

    private func comma(_ out: inout ExportBuffer) { out.append(UInt8(ascii: ",")) }

    /// Most events have the type of the event before.
    private mutating func writeType(of fields: EventFields, to out: inout ExportBuffer) {
        guard let id = fields.type else { return }
        if lastType?.id != id { lastType = (id, names.type(id) ?? []) }
        guard let lastType else { return }
        lastType.name.withUnsafeBytes { write($0, to: &out) }
    }

    /// Writes the name and the position of the event's place.
    private func writePlace(of fields: EventFields, to out: inout ExportBuffer) {
        let place = fields.geofence.flatMap { names.place($0) }
        if !fields.locationName.isEmpty {
            writeText(fields.locationName, to: &out)
        } else if let place {
            place.name.withUnsafeBytes { write($0, to: &out) }
        }
        comma(&out)
        if fields.latitude.isEmpty || fields.longitude.isEmpty, let place {
            out.append(text: JSONNumber(place.latitude)?.text ?? "")
            comma(&out)
            out.append(text: JSONNumber(place.longitude)?.text ?? "")
            return
        }
        out.append(fields.latitude)
        comma(&out)
        out.append(fields.longitude)
    }

    /// Writes an instant in UTC with milliseconds.
    private func writeTime(_ json: EventFields.Slice, to out: inout ExportBuffer) {
        guard let text = unquoted(json) else { return }
        if text.count == 24, text[23] == UInt8(ascii: "Z") {
            out.append(text)
        } else if let instant = Instant(rfc3339UTF8: text) {
            out.append(instant)
        } else {
            writeText(json, to: &out)
        }
    }

    private func writeText(_ json: EventFields.Slice, to out: inout ExportBuffer) {
        if !json.isEmpty { write(decoder.text(json), to: &out) }
    }

    /// Writes the properties as JSON, whose strings contain no raw control characters.
    private func writeProperties(_ json: EventFields.Slice, to out: inout ExportBuffer) {
        guard json.count > 2 else { return }
        out.append(UInt8(ascii: "\""))
        out.append(doublingQuotes: json)
        out.append(UInt8(ascii: "\""))
    }

    private func write(_ text: UnsafeRawBufferPointer, to out: inout ExportBuffer) {
        var isPlain = true
        var hasControls = false
        for byte in text {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: isPlain = false
            case 0x09: break
            case 0..<0x20, 0x7F: hasControls = true
            default: break
            }
        }
        let needsApostrophe = isSpreadsheetSafe && Self.isFormula(text)
        let hasOuterSpace = text.first == 0x20 || text.last == 0x20
        guard !isPlain || hasControls || needsApostrophe || hasOuterSpace else {
            return out.append(text)
        }
        out.append(UInt8(ascii: "\""))
        if needsApostrophe { out.append(UInt8(ascii: "'")) }
        if hasControls {
            for byte in text { out.append(csv: byte) }
        } else {
            out.append(doublingQuotes: text)
        }
        out.append(UInt8(ascii: "\""))
    }

    /// Whether a spreadsheet would take a text for a formula.
    private static func isFormula(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = text.first else { return false }
        return "=+-@\t\r\n".utf8.contains(first)
    }
}

extension ExportBuffer {
    /// Appends a byte of a quoted value.
    fileprivate mutating func append(csv byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\"\"")
        case 0x09, 0x0A, 0x0D: append(byte)
        case 0..<0x20, 0x7F: append("\u{FFFD}")
        default: append(byte)
        }
    }
}

import TrendyModel

/// Writes GPX 1.1: a waypoint for each event with a position, and a track for each workout with a
/// route.
///
/// `time` is the entry. The exit, the id and the source are extensions of the namespace
/// `urn:trendy:gpx:1`. Tracks are simplified and have no times of points, because events have none.
struct GPXWriter: EventWriter {
    private let names: ExportNames
    private let decoder = TextDecoder()
    /// Tracks follow all waypoints in a file, so that they are kept in their short form until then.
    private var tracks: [Track] = []
    private var trackBytes = 0

    /// The maximum size of all kept tracks in bytes; workouts beyond it are omitted.
    ///
    /// Twenty years of daily routes are about ten megabytes.
    private static let maximumTrackBytes = 32 << 20

    private struct Track {
        let id: EntityID
        let start: Instant
        let end: Instant?
        let name: [UInt8]
        let notes: [UInt8]
        let type: [UInt8]
        let lines: String
    }

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

    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        let isTrack = keepTrack(of: event)
        guard let position = EventPosition(fields, names, decoder), let start = fields.start else {
            return isTrack
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

    mutating func end(_ out: inout ExportBuffer) {
        for track in tracks { write(track, &out) }
        tracks = []
        out.append("</gpx>\n")
    }

    /// Keeps the track of a workout; returns whether the event has one.
    private mutating func keepTrack(of event: ExportedEvent) -> Bool {
        let fields = event.fields
        let line = fields.property(RouteLines.propertyKey)
        guard !line.isEmpty, let start = fields.start else { return false }
        let lines = String(decoding: decoder.text(line), as: UTF8.self)
        let type = fields.type.flatMap { names.type($0) } ?? []
        let activity = Array(decoder.text(fields.property("activity_name")))
        let track = Track(
            id: event.row.id,
            start: start,
            end: fields.end,
            name: activity.isEmpty ? type : activity,
            notes: Array(decoder.text(fields.notes)),
            type: type,
            lines: lines
        )
        let size = 256 + lines.utf8.count + track.notes.count + track.name.count
        guard trackBytes + size <= Self.maximumTrackBytes, !RouteLines.decode(lines).isEmpty else {
            return false
        }
        trackBytes += size
        tracks.append(track)
        return true
    }

    private func write(_ track: Track, _ out: inout ExportBuffer) {
        out.append("<trk>")
        element("name", track.name, &out)
        element("desc", track.notes, &out)
        element("type", track.type, &out)
        out.append("<extensions><trendy:id>")
        out.append(track.id)
        out.append("</trendy:id><trendy:start>")
        out.append(track.start)
        out.append("</trendy:start>")
        if let end = track.end {
            out.append("<trendy:end>")
            out.append(end)
            out.append("</trendy:end>")
        }
        out.append("</extensions>")
        for line in RouteLines.decode(track.lines) {
            out.append("<trkseg>")
            for point in line {
                out.append("<trkpt lat=\"")
                out.append(degrees: point.latitude)
                out.append("\" lon=\"")
                out.append(degrees: point.longitude)
                out.append("\"/>")
            }
            out.append("</trkseg>")
        }
        out.append("</trk>\n")
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
    /// Appends hundred-thousandths of a degree as degrees with five decimals.
    fileprivate mutating func append(degrees units: Int) {
        let (whole, rest) = units.magnitude.quotientAndRemainder(
            dividingBy: UInt(PolylinePoint.perDegree)
        )
        let digits = String(rest)
        let zeros = String(repeating: "0", count: 5 - digits.count)
        append(text: "\(units < 0 ? "-" : "")\(whole).\(zeros)\(digits)")
    }

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

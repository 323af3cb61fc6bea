import Foundation
import TrendyModel

/// Writes an iCalendar stream (RFC 5545): an event for each visit and workout.
///
/// Times are in UTC, so the calendar needs no time zone definitions. Whole days are dates of the
/// event's own time zone. Events do not block time (`TRANSP:TRANSPARENT`).
struct ICalendarWriter: EventWriter {
    private let names: ExportNames
    private let includesAllEvents: Bool
    private let decoder = TextDecoder()
    private var line = ContentLine()
    private var zones: [String: TimeZone] = [:]

    init(names: ExportNames, includesAllEvents: Bool) {
        self.names = names
        self.includesAllEvents = includesAllEvents
    }

    mutating func begin(_ out: inout ExportBuffer) {
        for text in [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Trendy//Trendy export//EN",
            "CALSCALE:GREGORIAN",
        ] as [StaticString] {
            line.write(text, to: &out)
        }
    }

    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        guard let start = fields.start, isIncluded(fields) else { return false }
        line.write("BEGIN:VEVENT", to: &out)
        line.begin("UID:")
        line.content.append(event.row.id)
        line.end(&out)
        writeTime("DTSTAMP:", event.row.updatedAt, &out)
        writeTime("CREATED:", event.row.createdAt, &out)
        writeTime("LAST-MODIFIED:", event.row.updatedAt, &out)
        if fields.coversDays {
            writeDays(fields, from: start, &out)
        } else {
            writeTime("DTSTART:", start, &out)
            if let end = fields.end, end > start { writeTime("DTEND:", end, &out) }
        }
        let type = fields.type.flatMap { names.type($0) } ?? []
        let position = EventPosition(fields, names, decoder)
        let place = position?.name ?? Array(decoder.text(fields.locationName))
        writeText("SUMMARY:", summary(fields, type: type, place: place), &out)
        writeText("DESCRIPTION:", Array(decoder.text(fields.notes)), &out)
        writeText("LOCATION:", place, &out)
        if let position {
            line.begin("GEO:")
            line.content.append(position.latitude)
            line.content.append(";")
            line.content.append(position.longitude)
            line.end(&out)
        }
        writeText("CATEGORIES:", type, &out)
        line.write("TRANSP:TRANSPARENT", to: &out)
        line.write("END:VEVENT", to: &out)
        return true
    }

    mutating func end(_ out: inout ExportBuffer) {
        line.write("END:VCALENDAR", to: &out)
    }

    /// A daily result would fill each day of the calendar.
    private func isIncluded(_ fields: EventFields) -> Bool {
        if fields.isVisit || fields.category.equals("\"workout\"") { return true }
        let isDailyResult = fields.coversDays && !fields.category.isEmpty
        return includesAllEvents && !isDailyResult
    }

    private func summary(_ fields: EventFields, type: [UInt8], place: [UInt8]) -> [UInt8] {
        let title = Array(decoder.text(fields.originalTitle))
        if !title.isEmpty { return title }
        let activity = Array(decoder.text(fields.property("activity_name")))
        if !activity.isEmpty { return activity }
        if fields.isVisit, !place.isEmpty { return place }
        return type.isEmpty ? Array("Event".utf8) : type
    }

    private mutating func writeText(
        _ name: StaticString,
        _ text: [UInt8],
        _ out: inout ExportBuffer
    ) {
        guard !text.isEmpty else { return }
        line.begin(name)
        line.append(text: text)
        line.end(&out)
    }

    /// Writes an instant in UTC, in whole seconds.
    private mutating func writeTime(
        _ name: StaticString,
        _ instant: Instant,
        _ out: inout ExportBuffer
    ) {
        line.begin(name)
        let text = Array(instant.rfc3339.utf8.prefix(19))
        line.content.append(text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") })
        line.content.append("Z")
        line.end(&out)
    }

    /// Writes the first day and the day after the last one.
    private mutating func writeDays(
        _ fields: EventFields,
        from start: Instant,
        _ out: inout ExportBuffer
    ) {
        let zone = ZoneHistory(zone(of: fields))
        let first = zone.day(containing: start)
        let end = fields.end.map { zone.day(containing: $0) } ?? first
        writeDay("DTSTART;VALUE=DATE:", first, &out)
        writeDay("DTEND;VALUE=DATE:", max(end, first.advanced(by: 1)), &out)
    }

    private mutating func writeDay(
        _ name: StaticString,
        _ day: CalendarDay,
        _ out: inout ExportBuffer
    ) {
        line.begin(name)
        line.content.append(day.description.utf8.filter { $0 != UInt8(ascii: "-") })
        line.end(&out)
    }

    /// The zone of an event; UTC when it has none or an unknown one.
    private mutating func zone(of fields: EventFields) -> TimeZone {
        let name = String(decoding: decoder.text(fields.timeZone), as: UTF8.self)
        if let zone = zones[name] { return zone }
        let zone = TimeZone(identifier: name.isEmpty ? "UTC" : name) ?? .gmt
        zones[name] = zone
        return zone
    }
}

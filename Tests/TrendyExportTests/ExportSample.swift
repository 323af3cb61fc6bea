import Foundation
import TrendyModel

@testable import TrendyExport

/// Events, a type and a place for the tests of a format.
struct ExportSample {
    static let typeID = EntityID(high: 0x0101, low: 1)
    static let placeID = EntityID(high: 0x0202, low: 2)
    static let start = Instant(seconds: 1_768_464_000)  // 2026-01-15T08:00:00Z

    var names = ExportNames()
    private(set) var page = PackedEvents()
    private var number: UInt64 = 0

    init(typeName: String = "Coffee", placeName: String = "Home") {
        names.add(Self.entity(.eventType, Self.typeID, EventType(name: typeName).document))
        let place = Geofence(name: placeName, latitude: 48.5, longitude: -2.25, radiusMeters: 150)
        names.add(Self.entity(.geofence, Self.placeID, place.document))
    }

    /// Adds an event.
    mutating func add(_ edit: (inout Event) -> Void = { _ in }) {
        var event = Event(eventTypeID: Self.typeID, timestamp: Self.start, sourceType: .manual)
        edit(&event)
        add(content: event.document.json)
    }

    /// Adds a health result with number properties.
    mutating func add(
        metric: String,
        end: Instant? = nil,
        _ numbers: KeyValuePairs<String, Double>
    ) {
        add { event in
            event.sourceType = .healthKit
            event.healthKitCategory = metric
            event.endDate = end
            for (key, value) in numbers {
                event.properties[key] = JSONNumber(value).map { .number($0) }
            }
        }
    }

    /// Adds an event with any content.
    mutating func add(content: RawJSON) {
        number += 1
        page.append(
            Entity(
                kind: .event,
                id: EntityID(high: 0x0303, low: number),
                version: 7,
                createdAt: Self.start,
                updatedAt: Self.start + .milliseconds(1500),
                content: content
            )
        )
    }

    /// The text of the export, and its counts.
    func export(
        _ format: ExportFormat,
        options: ExportOptions = ExportOptions(),
        filter: ExportFilter = ExportFilter()
    ) -> (text: String, summary: EventExport.Summary) {
        var export = EventExport(format, names: names, options: options, filter: filter)
        export.begin()
        export.write(page)
        export.end()
        return (String(decoding: export.output.bytes, as: UTF8.self), export.summary)
    }

    /// The JSON value of the export.
    func json(_ format: ExportFormat) throws -> [String: Any] {
        let data = Data(export(format).text.utf8)
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    static func entity(_ kind: EntityKind, _ id: EntityID, _ document: Document) -> Entity {
        Entity(kind: kind, id: id, createdAt: start, updatedAt: start, content: document.json)
    }
}

/// Splits CSV (RFC 4180) into rows of values.
func parseCSV(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    let scalars = Array(text.unicodeScalars)
    var index = 0
    func append(_ scalar: Unicode.Scalar) {
        rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(scalar)
    }
    while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        if isQuoted {
            if scalar != "\"" {
                append(scalar)
            } else if index < scalars.count, scalars[index] == "\"" {
                append("\"")
                index += 1
            } else {
                isQuoted = false
            }
        } else if scalar == "\"" {
            isQuoted = true
        } else if scalar == "," {
            rows[rows.count - 1].append("")
        } else if scalar == "\r", index < scalars.count, scalars[index] == "\n" {
            index += 1
            rows.append([""])
        } else {
            append(scalar)
        }
    }
    return rows.dropLast()
}

// TrendyExport: writes events as CSV, JSON and the formats of maps, calendars and health records,
// page by page, and splits exported JSON into entities again.

/// A file format that events can be exported to.
package enum ExportFormat: String, Sendable, CaseIterable {
    /// Comma-separated values (RFC 4180), one row for each event.
    case csv
    /// A JSON array of events with the names of the wire.
    case json
    /// One JSON object a line (NDJSON), otherwise as ``json``.
    case ndjson
    /// GPX 1.1 waypoints of events with a position.
    case gpx
    /// A GeoJSON feature collection (RFC 7946) of events with a position.
    case geojson
    /// An iCalendar stream (RFC 5545) of visits and workouts.
    case ical
    /// A FHIR R4 bundle of observations.
    case fhir
    /// Open mHealth data points, one a line.
    case omh

    /// The media type.
    package var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: "application/json"
        case .ndjson, .omh: "application/x-ndjson"
        case .gpx: "application/gpx+xml"
        case .geojson: "application/geo+json"
        case .ical: "text/calendar; charset=utf-8"
        case .fhir: "application/fhir+json"
        }
    }

    /// The usual extension of a file's name.
    package var fileExtension: String {
        switch self {
        case .ical: "ics"
        case .fhir: "json"
        case .omh: "ndjson"
        case .csv, .json, .ndjson, .gpx, .geojson: rawValue
        }
    }

    /// The formats of `GET /events/export`.
    package static let ofServer: [ExportFormat] = [.csv, .json, .ndjson]
}

package import TrendyModel

/// An export of events in one format: begins, takes pages of events, and ends.
///
/// ```swift
/// var export = EventExport(.csv, names: names)
/// export.begin()
/// for page in pages {
///     export.write(page)
///     export.output.withBytes { send($0) }
///     export.output.removeAll()
/// }
/// export.end()
/// ```
///
/// The output of equal events is equal on a device and on the server. Memory is the output of one
/// page.
package struct EventExport {
    /// What the export has written.
    package struct Summary: Sendable, Equatable {
        /// The events that the file contains.
        package var written = 0
        /// The matching events that the format cannot express, such as events without a position
        /// in GPX.
        package var omitted = 0
        /// The events whose stored content is damaged.
        package var damaged = 0
    }

    /// The bytes since the last `removeAll()`.
    package var output = ExportBuffer()
    /// The counts so far.
    package private(set) var summary = Summary()
    private let filter: ExportFilter
    private var writer: any EventWriter

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - names: the event types and places that events refer to.
    ///   - options: the choices of the format.
    ///   - filter: the events to write.
    package init(
        _ format: ExportFormat,
        names: ExportNames,
        options: ExportOptions = ExportOptions(),
        filter: ExportFilter = ExportFilter()
    ) {
        self.filter = filter
        writer =
            switch format {
            case .csv: CSVWriter(names: names, isSpreadsheetSafe: options.isSpreadsheetSafe)
            case .json: JSONEventWriter(names: names, isArray: true)
            case .ndjson: JSONEventWriter(names: names, isArray: false)
            case .gpx: GPXWriter(names: names)
            case .geojson: GeoJSONWriter(names: names)
            case .ical:
                ICalendarWriter(names: names, includesAllEvents: options.includesAllEvents)
            case .fhir: FHIRWriter()
            case .omh: OpenMHealthWriter()
            }
    }

    /// Writes what precedes the first event.
    package mutating func begin() {
        writer.begin(&output)
    }

    /// Writes an entity that events refer to, before the first event; only JSON formats have them.
    package mutating func write(definition entity: Entity) {
        guard var json = writer as? JSONEventWriter else { return }
        json.write(definition: entity, to: &output)
        writer = json
    }

    /// Writes the events of a page that match the filter.
    package mutating func write(_ page: PackedEvents) {
        page.forEach { row, content in
            do throws(JSONError) {
                let fields = try EventFields(content)
                guard filter.matches(fields) else { return }
                let event = ExportedEvent(row: row, content: content, fields: fields)
                if writer.write(event, to: &output) {
                    summary.written += 1
                } else {
                    summary.omitted += 1
                }
            } catch {
                summary.damaged += 1
            }
        }
    }

    /// Writes what follows the last event.
    package mutating func end() {
        writer.end(&output)
    }
}

import Hummingbird
import TrendyExport
import TrendyModel
import TrendyWire

/// The query parameters of `GET /events/export`.
struct EventExportParameters: Sendable {
    /// The format.
    let format: ExportFormat
    /// The event types.
    let filter: ExportFilter
    private let from: Instant?
    private let to: Instant?

    /// Reads and checks the parameters.
    ///
    /// - Throws: `Problem` with all violations.
    init(_ request: Request) throws(Problem) {
        var errors: [FieldError] = []
        func read<Value>(
            _ name: Substring,
            _ message: String,
            _ read: (String) -> Value?
        ) -> Value? {
            guard let text = request.query(name) else { return nil }
            if let value = read(text) { return value }
            errors.append(FieldError(code: "invalid", field: String(name), message: message))
            return nil
        }
        let formats = ExportFormat.ofServer.map(\.rawValue).joined(separator: ", ")
        let format = read("format", "must be one of \(formats)") { text in
            ExportFormat(rawValue: text).flatMap { ExportFormat.ofServer.contains($0) ? $0 : nil }
        }
        let moment = "must be an instant of RFC 3339"
        from = read("from", moment) { Instant(rfc3339: $0) }
        to = read("to", moment) { Instant(rfc3339: $0) }
        let most = EventExportRoute.maximumTypes
        let types = read("event_type_ids", "must be 1 to \(most) UUIDs with commas between") {
            Self.ids($0)
        }
        if let from, let to, to < from {
            errors.append(
                FieldError(code: "out_of_range", field: "to", message: "must not be before from")
            )
        }
        guard errors.isEmpty else {
            throw Problem(
                .validation,
                detail: "\(errors.map(\.field).joined(separator: ", ")): not valid.",
                errors: errors
            )
        }
        self.format = format ?? .json
        var filter = ExportFilter()
        filter.eventTypeIDs = Set(types ?? [])
        self.filter = filter
    }

    /// The query of the first page.
    func query(_ limits: WorkLimits) -> EventQuery {
        var query = EventQuery(limit: EventExportRoute.pageSize)
        query.from = from
        query.to = to
        query.isOldestFirst = true
        query.maximumBytes = limits.snapshotPageBytes
        // One type has an index; the events of several are selected from all.
        if filter.eventTypeIDs.count == 1 { query.eventTypeID = filter.eventTypeIDs.first }
        return query
    }

    private static func ids(_ text: String) -> [EntityID]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ids = parts.compactMap { EntityID($0) }
        guard ids.count == parts.count, ids.count <= EventExportRoute.maximumTypes else {
            return nil
        }
        return ids
    }
}

import TrendyKit
import TrendyModel
import TrendyStore

/// The rows of `trendy events`.
struct EventTable {
    private let formats: DisplayFormatter
    private let times: LocalTime
    private var types: [EntityID: EventType] = [:]
    private var places: [EntityID: String] = [:]
    private var labels: [EntityID: [String: String]] = [:]

    /// Reads the names that the rows need.
    init(_ store: DeviceStore, zone: ZoneOptions) async throws {
        formats = zone.formats
        times = LocalTime(zone.zone)
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .eventType) }) {
            types[entity.id] = EventTypeFormatter.type(entity)
        }
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .geofence) }) {
            places[entity.id] = entity.readable(as: Geofence.self)?.fields.name
        }
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .propertyDefinition) })
        {
            guard let read = entity.readable(as: PropertyDefinition.self) else { continue }
            labels[read.fields.eventTypeID, default: [:]][read.fields.key] = read.fields.label
        }
    }

    func table(of events: [Entity]) -> Table {
        var table = Table([
            "When", .flexible("Event"), .flexible("Details", isHiddenWhenEmpty: true),
            .flexible("Place", isHiddenWhenEmpty: true), .flexible("Note", isHiddenWhenEmpty: true),
        ])
        for entity in events {
            guard let (event, fieldError) = entity.readable(as: Event.self) else {
                table.add(["?", "?", "needs a newer version of Trendy", "", ""])
                continue
            }
            let type = types[event.eventTypeID]
            let unreadable = fieldError.map { "\($0.field) needs a newer version of Trendy" }
            let details = [details(event), unreadable].compactMap(\.self).filter { !$0.isEmpty }
            table.add(
                [
                    when(event), type?.name ?? "Unknown type", details.joined(separator: "; "),
                    place(event), event.notes ?? "",
                ],
                mark: Style.dot(type?.color ?? "")
            )
        }
        return table
    }

    private func when(_ event: Event) -> String {
        if event.isAllDay {
            return LocalTime.text(formats.zones().day(of: event)) + ", all day"
        }
        guard let end = event.endDate else {
            let time = times.text(event.timestamp)
            return event.sourceType == .geofence ? "\(time)–now" : time
        }
        return times.span(event.timestamp, end)
    }

    private func place(_ event: Event) -> String {
        event.locationName ?? event.geofenceID.flatMap { places[$0] } ?? ""
    }

    /// The measured value, else the properties; a visit's are about how its ends are known.
    private func details(_ event: Event) -> String {
        let formatter = EventFormatter(formats: formats, labels: labels[event.eventTypeID] ?? [:])
        if let measured = formatter.measured(event) { return measured }
        return event.isVisit ? "" : formatter.list(event.properties)
    }
}

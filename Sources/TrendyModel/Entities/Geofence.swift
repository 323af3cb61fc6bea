/// A circular geofence whose entries and exits become events.
package struct Geofence: EntityFields {
    /// The kind of these entities.
    package static let kind = EntityKind.geofence
    /// The allowed dwell times for a notification, in seconds.
    package static let dwellRange: ClosedRange<Int64> = 60...86_400

    /// The name, unique in the account.
    package var name: String
    /// Degrees north, −90…90.
    package var latitude: Double
    /// Degrees east, −180…180.
    package var longitude: Double
    /// The radius, 100…10,000 m.
    package var radiusMeters: Double
    /// The event type for entries.
    package var eventTypeEntryID: EntityID?
    /// The event type for exits.
    package var eventTypeExitID: EntityID?
    /// Whether the geofence is monitored.
    package var isActive = true
    /// Whether an entry notifies the person.
    package var notifyOnEntry = false
    /// Whether an exit notifies the person.
    package var notifyOnExit = false
    /// The dwell time in seconds after which the person is notified; `nil` for no notification.
    package var notifyOnDwell: Int64?
    /// Fields that this program does not know.
    package var unknown = Document()

    /// Creates an active geofence without notifications.
    package init(name: String, latitude: Double, longitude: Double, radiusMeters: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMeters = radiusMeters
    }

    /// Decodes a document.
    package init(document: Document) throws(FieldError) {
        var reader = FieldReader(document)
        name = try reader.required("name", "a string") { $0.string }
        latitude = try reader.required("latitude", "a number") { $0.number?.double }
        longitude = try reader.required("longitude", "a number") { $0.number?.double }
        radiusMeters = try reader.required("radius", "a number of metres") { $0.number?.double }
        eventTypeEntryID = try reader.id("event_type_entry_id")
        eventTypeExitID = try reader.id("event_type_exit_id")
        isActive = try reader.bool("is_active") ?? true
        notifyOnEntry = try reader.bool("notify_on_entry") ?? false
        notifyOnExit = try reader.bool("notify_on_exit") ?? false
        notifyOnDwell = try reader.optional("notify_on_dwell", "a number of seconds") {
            $0.number?.int64
        }
        unknown = reader.unknown
    }

    /// The fields as a document.
    package var document: Document {
        var document = unknown
        document.set("name", RawJSON(name))
        document.set("latitude", RawJSON(latitude))
        document.set("longitude", RawJSON(longitude))
        document.set("radius", RawJSON(radiusMeters))
        document.set("event_type_entry_id", eventTypeEntryID.map { RawJSON($0) })
        document.set("event_type_exit_id", eventTypeExitID.map { RawJSON($0) })
        document.set("is_active", RawJSON(isActive))
        document.set("notify_on_entry", RawJSON(notifyOnEntry))
        document.set("notify_on_exit", RawJSON(notifyOnExit))
        document.set("notify_on_dwell", notifyOnDwell.map { RawJSON($0) })
        return document
    }
}

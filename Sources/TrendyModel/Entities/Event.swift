/// The source of an event.
public struct SourceType: RawRepresentable, Hashable, Sendable {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a source from any name; unknown names are preserved.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Recorded by the person.
    public static let manual = SourceType(rawValue: "manual")
    /// Imported from a file, such as an export of Apple Health.
    public static let imported = SourceType(rawValue: "imported")
    /// A visit to a place.
    public static let geofence = SourceType(rawValue: "geofence")
    /// Read from HealthKit.
    public static let healthKit = SourceType(rawValue: "healthkit")
}

/// The amount of evidence behind a derived event.
///
/// The order compares the number of all known samples including deleted ones, then the number of
/// deleted samples, then the newest live sample: a device that knows of a deletion ranks above a
/// device that does not.
package struct Evidence: Hashable, Sendable, Comparable {
    /// The number of live samples behind the result.
    package let sampleCount: Int64
    /// The number of deleted samples of the result's day.
    package let deletedCount: Int64
    /// The latest end of the live samples.
    package let newest: Instant

    /// Creates evidence.
    package init(sampleCount: Int64, deletedCount: Int64 = 0, newest: Instant) {
        self.sampleCount = sampleCount
        self.deletedCount = deletedCount
        self.newest = newest
    }

    /// The evidence as JSON: `{"newest":…,"samples":…}`, with `deleted` unless it is 0.
    package var json: RawJSON {
        var document = Document([
            .init(name: "newest", value: RawJSON(newest)),
            .init(name: "samples", value: RawJSON(sampleCount)),
        ])
        if deletedCount > 0 { document["deleted"] = RawJSON(deletedCount) }
        return document.json
    }

    /// Parses the form of ``json``; `nil` for any other value.
    package init?(json: RawJSON) {
        guard let document = try? Document(json: json),  // not evidence is no evidence
            let count = document["samples"]?.number?.int64,
            let newest = document["newest"]?.instant
        else { return nil }
        let deleted = document["deleted"]?.number?.int64 ?? 0
        self.init(sampleCount: count, deletedCount: deleted, newest: newest)
    }

    /// Whether the first comes before the second.
    package static func < (left: Evidence, right: Evidence) -> Bool {
        // Values of other devices can be of any size; overflow must not trap.
        (left.sampleCount &+ left.deletedCount, left.deletedCount, left.newest)
            < (right.sampleCount &+ right.deletedCount, right.deletedCount, right.newest)
    }
}

/// An event at an instant or over a period.
package struct Event: EntityFields {
    /// The kind of these entities.
    package static let kind = EntityKind.event

    /// The event type.
    package var eventTypeID: EntityID
    /// The instant or the start.
    package var timestamp: Instant
    /// The end; `nil` for an instant.
    package var endDate: Instant?
    /// Whether the event covers whole local days.
    package var isAllDay = false
    /// The IANA name of the time zone at the event.
    package var timeZone: String?
    /// The person's note.
    package var notes: String?
    /// The source of the event.
    package var sourceType: SourceType
    /// The natural key of a derived event.
    package var naturalKey: String?
    /// The evidence behind a derived event.
    package var evidence: Evidence?
    /// The id at the source.
    package var externalID: String?
    /// The title at the source.
    package var originalTitle: String?
    /// The geofence of a visit.
    package var geofenceID: EntityID?
    /// Degrees north, −90…90.
    package var locationLatitude: Double?
    /// Degrees east, −180…180.
    package var locationLongitude: Double?
    /// The name of the place.
    package var locationName: String?
    /// The category of health data, such as `steps`.
    package var healthKitCategory: String?
    /// The property values.
    package var properties = PropertyBag()
    /// Fields that this program does not know.
    package var unknown = Document()

    /// Creates an event with the required fields.
    package init(eventTypeID: EntityID, timestamp: Instant, sourceType: SourceType) {
        self.eventTypeID = eventTypeID
        self.timestamp = timestamp
        self.sourceType = sourceType
    }

    /// Decodes a document.
    package init(document: Document) throws(FieldError) {
        var reader = FieldReader(document)
        eventTypeID = try reader.required("event_type_id", "a UUID") { $0.id }
        timestamp = try reader.required("timestamp", "an instant of RFC 3339") { $0.instant }
        endDate = try reader.instant("end_date")
        isAllDay = try reader.bool("is_all_day") ?? false
        timeZone = try reader.string("time_zone")
        notes = try reader.string("notes")
        sourceType = SourceType(rawValue: try reader.string("source_type") ?? "manual")
        naturalKey = try reader.string("natural_key")
        evidence = try reader.optional("evidence", "an object with samples and newest") {
            Evidence(json: $0)
        }
        externalID = try reader.string("external_id")
        originalTitle = try reader.string("original_title")
        geofenceID = try reader.id("geofence_id")
        locationLatitude = try reader.double("location_latitude")
        locationLongitude = try reader.double("location_longitude")
        locationName = try reader.string("location_name")
        healthKitCategory = try reader.string("healthkit_category")
        properties =
            try reader.optional("properties", "an object of properties") { PropertyBag(json: $0) }
            ?? PropertyBag()
        unknown = reader.unknown
    }

    /// The fields as a document.
    package var document: Document {
        var document = unknown
        document.set("event_type_id", RawJSON(eventTypeID))
        document.set("timestamp", RawJSON(timestamp))
        document.set("end_date", endDate.map { RawJSON($0) })
        document.set("is_all_day", RawJSON(isAllDay))
        document.set("time_zone", timeZone.map { RawJSON($0) })
        document.set("notes", notes.map { RawJSON($0) })
        document.set("source_type", RawJSON(sourceType.rawValue))
        document.set("natural_key", naturalKey.map { RawJSON($0) })
        document.set("evidence", evidence?.json)
        document.set("external_id", externalID.map { RawJSON($0) })
        document.set("original_title", originalTitle.map { RawJSON($0) })
        document.set("geofence_id", geofenceID.map { RawJSON($0) })
        document.set("location_latitude", locationLatitude.map { RawJSON($0) })
        document.set("location_longitude", locationLongitude.map { RawJSON($0) })
        document.set("location_name", locationName.map { RawJSON($0) })
        document.set("healthkit_category", healthKitCategory.map { RawJSON($0) })
        document.set("properties", properties.isEmpty ? nil : properties.json)
        return document
    }
}

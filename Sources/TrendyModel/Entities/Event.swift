/// Where an event came from.
public struct SourceType: RawRepresentable, Hashable, Sendable {
    /// The name on the wire.
    public let rawValue: String

    /// A source of any name; one that this program does not know is kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A person recorded it.
    public static let manual = SourceType(rawValue: "manual")
    /// It came from a file, such as an export of Apple Health.
    public static let imported = SourceType(rawValue: "imported")
    /// A visit to a place.
    public static let geofence = SourceType(rawValue: "geofence")
    /// HealthKit handed it out.
    public static let healthKit = SourceType(rawValue: "healthkit")
}

/// How much a device knew when it computed a derived event.
///
/// Compared by the number of samples it has ever known of, deleted ones too, then by how many of
/// them it knows to be deleted, then by the newest of those that exist: so a device that has heard
/// of a deletion knows more than one that has not.
public struct Evidence: Hashable, Sendable, Comparable {
    /// How many samples that exist now went into the result.
    public let sampleCount: Int64
    /// How many samples of the result's day were there once and are not any more.
    public let deletedCount: Int64
    /// The latest end of the samples that exist.
    public let newest: Instant

    /// Makes evidence of its measures.
    public init(sampleCount: Int64, deletedCount: Int64 = 0, newest: Instant) {
        self.sampleCount = sampleCount
        self.deletedCount = deletedCount
        self.newest = newest
    }

    /// The evidence as JSON: `{"newest":…,"samples":…}`, with `deleted` where there are any.
    public var json: RawJSON {
        var document = Document([
            .init(name: "newest", value: RawJSON(newest)),
            .init(name: "samples", value: RawJSON(sampleCount)),
        ])
        if deletedCount > 0 { document["deleted"] = RawJSON(deletedCount) }
        return document.json
    }

    /// Reads the form of ``json``; `nil` for anything else.
    public init?(json: RawJSON) {
        guard let document = try? Document(json: json),  // not evidence is no evidence
            let count = document["samples"]?.number?.int64,
            let newest = document["newest"]?.instant
        else { return nil }
        let deleted = document["deleted"]?.number?.int64 ?? 0
        self.init(sampleCount: count, deletedCount: deleted, newest: newest)
    }

    /// Whether the first comes before the second.
    public static func < (left: Evidence, right: Evidence) -> Bool {
        // Numbers of others may be of any size.
        (left.sampleCount &+ left.deletedCount, left.deletedCount, left.newest)
            < (right.sampleCount &+ right.deletedCount, right.deletedCount, right.newest)
    }
}

/// Something that happened, at a moment or over a span of time.
public struct Event: EntityFields {
    /// What these entities are.
    public static let kind = EntityKind.event

    /// The type it is of.
    public var eventTypeID: EntityID
    /// When it happened or began.
    public var timestamp: Instant
    /// When it ended; `nil` for a moment.
    public var endDate: Instant?
    /// Whether it stands for whole local days.
    public var isAllDay = false
    /// The IANA name of the zone it happened in.
    public var timeZone: String?
    /// What the person wrote about it.
    public var notes: String?
    /// Where it came from.
    public var sourceType: SourceType
    /// What identifies a derived event.
    public var naturalKey: String?
    /// How much was known when a derived event was computed.
    public var evidence: Evidence?
    /// Its id at the source.
    public var externalID: String?
    /// Its title at the source.
    public var originalTitle: String?
    /// The geofence whose visit it is.
    public var geofenceID: EntityID?
    /// Degrees north, −90…90.
    public var locationLatitude: Double?
    /// Degrees east, −180…180.
    public var locationLongitude: Double?
    /// The place's name.
    public var locationName: String?
    /// The category of health data it belongs to, such as `steps`.
    public var healthKitCategory: String?
    /// The values of its properties.
    public var properties = PropertyBag()
    /// Fields that this program does not know.
    public var unknown = Document()

    /// An event with only what every event has.
    public init(eventTypeID: EntityID, timestamp: Instant, sourceType: SourceType) {
        self.eventTypeID = eventTypeID
        self.timestamp = timestamp
        self.sourceType = sourceType
    }

    /// Reads the fields of a document.
    public init(document: Document) throws(FieldError) {
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
        unknown = reader.rest
    }

    /// The fields as a document.
    public var document: Document {
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

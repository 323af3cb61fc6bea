import TrendyModel

/// The fields of an event's content as slices of its JSON, without copies.
///
/// A slice is the JSON value; it is empty for an absent field and for `null`. The slices are valid
/// as long as the content.
struct EventFields {
    /// JSON bytes of a value.
    typealias Slice = UnsafeRawBufferPointer

    private(set) var eventTypeID = Slice(start: nil, count: 0)
    private(set) var timestamp = Slice(start: nil, count: 0)
    private(set) var endDate = Slice(start: nil, count: 0)
    private(set) var isAllDay = Slice(start: nil, count: 0)
    private(set) var timeZone = Slice(start: nil, count: 0)
    private(set) var notes = Slice(start: nil, count: 0)
    private(set) var sourceType = Slice(start: nil, count: 0)
    private(set) var naturalKey = Slice(start: nil, count: 0)
    private(set) var externalID = Slice(start: nil, count: 0)
    private(set) var originalTitle = Slice(start: nil, count: 0)
    private(set) var geofenceID = Slice(start: nil, count: 0)
    private(set) var latitude = Slice(start: nil, count: 0)
    private(set) var longitude = Slice(start: nil, count: 0)
    private(set) var locationName = Slice(start: nil, count: 0)
    private(set) var category = Slice(start: nil, count: 0)
    private(set) var properties = Slice(start: nil, count: 0)

    /// Scans a content.
    ///
    /// - Throws: when it is not a JSON object.
    init(_ content: UnsafeRawBufferPointer) throws(JSONError) {
        var walker = try FieldWalker(content)
        while let (name, value) = try walker.next() {
            if value[0] != UInt8(ascii: "n") { set(name, value) }
        }
    }

    /// Sorts the names by length, so that each is compared with few others.
    private mutating func set(_ name: Slice, _ value: Slice) {
        switch name.count {
        case 5: if name.equals("notes") { notes = value }
        case 8: if name.equals("end_date") { endDate = value }
        case 9:
            if name.equals("timestamp") {
                timestamp = value
            } else if name.equals("time_zone") {
                timeZone = value
            }
        case 10:
            if name.equals("properties") {
                properties = value
            } else if name.equals("is_all_day") {
                isAllDay = value
            }
        case 11:
            if name.equals("source_type") {
                sourceType = value
            } else if name.equals("natural_key") {
                naturalKey = value
            } else if name.equals("geofence_id") {
                geofenceID = value
            } else if name.equals("external_id") {
                externalID = value
            }
        case 13:
            if name.equals("event_type_id") {
                eventTypeID = value
            } else if name.equals("location_name") {
                locationName = value
            }
        case 14: if name.equals("original_title") { originalTitle = value }
        case 17: if name.equals("location_latitude") { latitude = value }
        case 18:
            if name.equals("healthkit_category") {
                category = value
            } else if name.equals("location_longitude") {
                longitude = value
            }
        default: break
        }
    }

    /// The event type.
    var type: EntityID? { unquoted(eventTypeID).flatMap { EntityID(utf8: $0) } }
    /// The place.
    var geofence: EntityID? { unquoted(geofenceID).flatMap { EntityID(utf8: $0) } }
    /// The instant or the start.
    var start: Instant? { unquoted(timestamp).flatMap { Instant(rfc3339UTF8: $0) } }
    /// The end.
    var end: Instant? { unquoted(endDate).flatMap { Instant(rfc3339UTF8: $0) } }
    /// Whether the event covers whole days.
    var coversDays: Bool { isAllDay.equals("true") }

    /// Whether this is a visit to a place.
    var isVisit: Bool { sourceType.equals("\"geofence\"") }

    /// The value of a property, as JSON; empty when the event has none.
    func property(_ name: StaticString) -> Slice {
        guard properties.first == UInt8(ascii: "{") else { return Slice(start: nil, count: 0) }
        var scanner = JSONScanner(properties)
        do throws(JSONError) {
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                let matches = scanner.slice(key).equals(name)
                let property = scanner.slice(try scanner.skipValue())
                if matches { return try Self.value(of: property) }
            }
        } catch {
            // The scan of the content has accepted the properties.
            return Slice(start: nil, count: 0)
        }
        return Slice(start: nil, count: 0)
    }

    /// The number of a property, as JSON digits; empty when there is none.
    func number(_ name: StaticString) -> Slice {
        let value = property(name)
        guard let first = value.first, first == UInt8(ascii: "-") || (48...57).contains(first)
        else { return Slice(start: nil, count: 0) }
        return value
    }

    private static func value(of property: Slice) throws(JSONError) -> Slice {
        guard property.first == UInt8(ascii: "{") else { return Slice(start: nil, count: 0) }
        var scanner = JSONScanner(property)
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let isValue = scanner.slice(key).equals("value")
            let part = scanner.slice(try scanner.skipValue())
            if isValue { return part }
        }
        return Slice(start: nil, count: 0)
    }
}

extension QueryTable {
    /// All events.
    static let events = QueryTable(
        name: "events",
        summary:
            "One row for each event: recorded, imported, captured from health data, or a visit",
        columns: [
            .text("id", "The event's UUID"),
            .text("type", "The name of the event type, such as Coffee"),
            .text("start", "The instant or the start, ISO 8601 in UTC"),
            .text("end", "The end, ISO 8601 in UTC; NULL for an instant or an ongoing event"),
            .text("local_day", "The day of the start in the event's time zone, YYYY-MM-DD"),
            .integer("all_day", "1 for an event of whole days, else 0"),
            .text("time_zone", "The IANA name of the time zone; NULL when unknown"),
            .text("source", "manual, imported, geofence or healthkit"),
            .text("category", "The health metric, as metrics.key; NULL for other events"),
            .text("place", "The name of the place"),
            .real("latitude", "Degrees north"),
            .real("longitude", "Degrees east"),
            .text("notes", "The person's note"),
            .text(
                "properties",
                "JSON of the properties; a value is properties ->> '$.KEY.value'"
            ),
            .integer(
                "timestamp",
                "The start in milliseconds since 1970; fast to filter and sort by"
            ),
        ],
        indexes: [
            ["timestamp"], ["type", "timestamp"], ["local_day"], ["category", "timestamp"],
        ],
        select: """
            SELECT
                trendy_uuid(e.id),
                (SELECT t.name FROM trendy_type t WHERE t.id = e.event_type_id),
                \(instant(milliseconds: "e.timestamp")),
                \(instant(field("end_date"))),
                \(localDay),
                coalesce(\(field("is_all_day")), 0),
                \(field("time_zone")),
                coalesce(\(field("source_type")), 'manual'),
                \(field("healthkit_category")),
                \(place),
                \(field("location_latitude")),
                \(field("location_longitude")),
                \(field("notes")),
                \(field("properties")),
                e.timestamp
            FROM \(liveEvents)
            """
    )
}

extension QueryTable {
    /// The visits to places.
    static let visits = QueryTable(
        name: "visits",
        summary: "One row for each visit to a place",
        columns: [
            .text("id", "The event's UUID"),
            .text("place", "The name of the place"),
            .text("entry", "The entry, ISO 8601 in UTC"),
            .text("exit", "The exit, ISO 8601 in UTC; NULL for an ongoing visit"),
            .real("minutes", "The length in minutes; NULL for an ongoing visit"),
            .text("local_day", "The day of the entry in the visit's time zone, YYYY-MM-DD"),
            .integer("unconfirmed", "1 for an open visit that may have ended, else 0"),
            .text("entry_source", "crossing, state, fix, person, inferred or missed"),
            .text("exit_source", "crossing, state, fix, person or inferred"),
            .text("entry_earliest", "The earliest possible entry, ISO 8601 in UTC"),
            .text("exit_latest", "The latest possible exit, ISO 8601 in UTC"),
            .real("latitude", "Degrees north of the centre of the place"),
            .real("longitude", "Degrees east of the centre of the place"),
            .text("notes", "The person's note"),
        ],
        indexes: [["entry"], ["place", "entry"]],
        select: """
            SELECT
                trendy_uuid(e.id),
                \(place),
                \(instant(milliseconds: "e.timestamp")),
                \(instant(field("end_date"))),
                \(minutes),
                \(localDay),
                coalesce(\(property("unconfirmed")), 0),
                \(property("entry_source")),
                \(property("exit_source")),
                \(instant(property("entry_earliest"))),
                \(instant(property("exit_latest"))),
                \(field("location_latitude")),
                \(field("location_longitude")),
                \(field("notes"))
            FROM \(liveEvents)
                AND \(field("source_type")) = 'geofence'
                AND \(field("natural_key")) GLOB 'visit/*'
            """
    )
}

extension QueryTable {
    /// The workouts.
    static let workouts = QueryTable(
        name: "workouts",
        summary: "One row for each workout",
        columns: [
            .text("id", "The event's UUID"),
            .text("activity", "HealthKit's name of the activity, such as Running"),
            .text("start", "The start, ISO 8601 in UTC"),
            .text("end", "The end, ISO 8601 in UTC"),
            .text("local_day", "The day of the start in the workout's time zone, YYYY-MM-DD"),
            .real("minutes", "The duration without pauses, in minutes"),
            .real("kilocalories", "The active energy in kcal"),
            .real("meters", "The distance in metres"),
            .real("average_heart_rate", "Beats per minute"),
            .real("maximum_heart_rate", "Beats per minute"),
            .integer("indoor", "1 indoors, 0 outdoors, NULL when unknown"),
            .integer("pauses", "The number of pauses"),
            .integer("routes", "The number of recorded routes"),
            .real("route_meters", "The length of the route in metres"),
            .real("route_ascent_meters", "The ascent of the route in metres"),
            .real("route_descent_meters", "The descent of the route in metres"),
            .integer("route_points", "The number of points of the route"),
            .text("source", "healthkit or manual"),
            .text("notes", "The person's note"),
        ],
        indexes: [["start"], ["activity", "start"]],
        select: """
            SELECT
                trendy_uuid(e.id),
                \(property("activity")),
                \(instant(milliseconds: "e.timestamp")),
                \(instant(field("end_date"))),
                \(localDay),
                coalesce(round(\(property("duration")) / 60.0, 3), \(minutes)),
                \(property("energy_kilocalories")),
                \(property("distance_meters")),
                \(property("average_heart_rate")),
                \(property("maximum_heart_rate")),
                \(property("indoor")),
                coalesce(\(property("pauses")), 0),
                coalesce(\(property("routes")), 0),
                \(property("route_meters")),
                \(property("route_ascent_meters")),
                \(property("route_descent_meters")),
                \(property("route_points")),
                coalesce(\(field("source_type")), 'manual'),
                \(field("notes"))
            FROM \(liveEvents)
                AND \(field("healthkit_category")) = 'workout'
            """
    )
}

extension QueryTable {
    /// The values of each day and metric.
    ///
    /// A metric that capture summarizes by day has one event a day, from whose properties the row
    /// is read. The other metrics (sleep, water, weight, mindfulness, workouts) are added up or
    /// averaged over their events.
    static let days = QueryTable(
        name: "days",
        summary: "One row for each day and health metric with a value on that day",
        columns: [
            .text("day", "The local day, YYYY-MM-DD; of sleep, the day of waking up"),
            .text("metric", "The metric, as metrics.key"),
            .real("value", "The main number in metrics.unit: the day's sum or average"),
            .real("minimum", "The lowest reading; NULL for sums"),
            .real("average", "The mean of the readings; NULL for sums"),
            .real("maximum", "The highest reading; NULL for sums"),
            .real("last", "The last reading where it is known; NULL for sums"),
            .integer("readings", "The number of readings or entries; NULL for a captured sum"),
            .text("unit", "The unit of the numbers"),
            .text("event_id", "The event's UUID; NULL where several events count"),
        ],
        indexes: [["metric", "day"], ["day"]],
        select: """
            SELECT day, metric,
                CASE combination WHEN 'sum' THEN sum(v) WHEN 'average' THEN avg(v) ELSE max(v) END,
                coalesce(min(low), CASE combination WHEN 'average' THEN min(v) END),
                coalesce(max(mean), CASE combination WHEN 'average' THEN avg(v) END),
                coalesce(max(high), CASE combination WHEN 'average' THEN max(v) END),
                coalesce(max(last), CASE combination WHEN 'average' THEN CAST(
                    substr(max(printf('%016d', timestamp + 62135596800000) || printf('%!.17g', v)),
                        17) AS REAL) END),
                CASE WHEN count(readings) > 0 THEN sum(readings)
                    WHEN combination <> 'event' THEN count(*) END,
                unit,
                CASE count(*) WHEN 1 THEN trendy_uuid(min(id)) END
            FROM (
                SELECT e.id AS id, e.timestamp AS timestamp, m.key AS metric, m.unit AS unit,
                    m.combination AS combination,
                    CASE WHEN \(field("natural_key")) GLOB \(dayPattern)
                        THEN substr(\(field("natural_key")),
                            instr(\(field("natural_key")), '/') + 1, 10)
                        ELSE \(localDay) END AS day,
                    round(json_extract(e.content, m.path) * m.factor, 4) AS v,
                    \(property("minimum")) AS low, \(property("average")) AS mean,
                    \(property("maximum")) AS high, \(property("last")) AS last,
                    \(property("readings")) AS readings
                FROM main.entity e CROSS JOIN trendy_metric m
                    ON m.key = \(field("healthkit_category"))
                WHERE e.kind = 4 AND e.deleted_at IS NULL
            )
            WHERE v IS NOT NULL
            GROUP BY metric, day
            """
    )

    /// The natural keys of events that name a day, such as `steps/2026-01-15` and
    /// `sleep/2026-01-15/1`.
    private static let dayPattern = "'*/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"

    /// The health metrics.
    static let metrics = QueryTable(
        name: "metrics",
        summary: "One row for each health metric that Trendy knows, with or without data",
        columns: [
            .text("key", "The name in days.metric and events.category, such as steps"),
            .text("name", "The name for people"),
            .text("metric_group", "The group, such as activity"),
            .text("unit", "The unit of days.value"),
            .text("aggregation", "How a day's value is made: sum, average or duration"),
            .text("identifiers", "Apple's identifiers of its samples, the main one first"),
        ],
        indexes: [["key"]],
        select: """
            SELECT m.key, m.name, m.metric_group, m.unit, m.aggregation, m.identifiers
            FROM trendy_metric m ORDER BY m.position
            """
    )
}

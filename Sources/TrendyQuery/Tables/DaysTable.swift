extension QueryTable {
    /// The values of each day and metric.
    ///
    /// A metric that capture summarizes by day has one event a day, from whose properties the row
    /// is read. The other metrics (sleep, water, weight, mindfulness, workouts) are added up or
    /// averaged over their events. Metrics that this version does not know have one event a day.
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
                SELECT e.id AS id, e.timestamp AS timestamp,
                    \(field("healthkit_category")) AS metric, coalesce(m.unit, '') AS unit,
                    coalesce(m.combination, 'event') AS combination,
                    CASE WHEN \(field("natural_key")) GLOB \(dayPattern)
                        THEN substr(\(field("natural_key")),
                            instr(\(field("natural_key")), '/') + 1, 10)
                        ELSE \(localDay) END AS day,
                    round(CASE WHEN m.key IS NULL THEN \(inferredValue)
                        ELSE json_extract(e.content, m.path) * m.factor END, 4) AS v,
                    \(property("minimum")) AS low, \(property("average")) AS mean,
                    \(property("maximum")) AS high, \(property("last")) AS last,
                    \(property("readings")) AS readings
                FROM main.entity e LEFT JOIN trendy_metric m
                    ON m.key = \(field("healthkit_category"))
                WHERE e.kind = 4 AND e.deleted_at IS NULL
                    AND \(field("healthkit_category")) IS NOT NULL
            )
            WHERE v IS NOT NULL
            GROUP BY metric, day
            """
    )

    /// The natural keys of events that name a day, such as `steps/2026-01-15` and
    /// `sleep/2026-01-15/1`.
    private static let dayPattern = "'*/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"

    /// An expression for the main number of a day's event `e` of a metric that this version does not
    /// know.
    private static let inferredValue =
        "coalesce(\(property("sum")), \(property("average")), \(property("last")), "
        + "\(property("count")))"

    /// The health metrics: those of the catalogue, then those that only stored events name.
    static let metrics = QueryTable(
        name: "metrics",
        summary: "One row for each health metric that Trendy knows, with or without data, and for "
            + "each other one that has events",
        columns: [
            .text("key", "The name in days.metric and events.category, such as steps"),
            .text("name", "The name for people"),
            .text("metric_group", "The group, such as activity"),
            .text("unit", "The unit of days.value"),
            .text("aggregation", "How a day's value is made: sum, average or duration"),
            .text("identifiers", "Apple's identifiers of its samples, the main one first"),
            .integer(
                "inferred",
                "1 for a metric that this version does not know, else 0; its unit is unknown"
            ),
        ],
        indexes: [["key"]],
        select: """
            SELECT key, name, metric_group, unit, aggregation, identifiers, inferred
            FROM (
                SELECT m.key AS key, m.name AS name, m.metric_group AS metric_group,
                    m.unit AS unit, m.aggregation AS aggregation, m.identifiers AS identifiers,
                    0 AS inferred, m.position AS position
                FROM trendy_metric m
                UNION ALL
                SELECT category, trendy_metric_name(category), 'other', '',
                    CASE WHEN max(sum) IS NOT NULL THEN 'sum'
                        WHEN max(average) IS NOT NULL THEN 'average'
                        WHEN max(last) IS NOT NULL THEN 'last' ELSE 'count' END,
                    '', 1, 1000000
                FROM (
                    SELECT \(field("healthkit_category")) AS category, \(property("sum")) AS sum,
                        \(property("average")) AS average, \(property("last")) AS last
                    FROM \(liveEvents)
                )
                WHERE category IS NOT NULL AND category NOT IN (SELECT key FROM trendy_metric)
                GROUP BY category
            )
            ORDER BY position, key
            """
    )
}

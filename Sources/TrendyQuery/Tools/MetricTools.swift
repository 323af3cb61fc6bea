import TrendyModel

extension MCPTool {
    /// Lists the metrics with the days that have values.
    static let listMetrics = MCPTool(
        name: "list_metrics",
        title: "List health metrics",
        summary: "Lists the health metrics with their units, the number of days that have a value, "
            + "and the first and last of these days. Of an inferred metric, the unit is unknown. "
            + "Call it first.",
        parameters: []
    ) { _, context in
        let rows = try context.rows(
            """
            SELECT m.key, m.name, m.metric_group, m.unit, m.aggregation, m.inferred,
                coalesce(d.days, 0) AS days, d.first_day, d.last_day
            FROM metrics m LEFT JOIN (
                SELECT metric, count(*) AS days, min(day) AS first_day, max(day) AS last_day
                FROM days GROUP BY metric
            ) d ON d.metric = m.key
            ORDER BY days DESC, m.key
            """
        )
        return ToolResult(
            text: rows.table + rows.truncationText,
            structured: .object([
                ("metrics", rows.objects), ("truncated", RawJSON(rows.summary.isTruncated)),
            ])
        )
    }

    /// Returns a row for each day with the values of several metrics.
    static let dayTable = MCPTool(
        name: "day_table",
        title: "Values by day",
        summary: "Returns one row for each day with the values of up to 12 metrics, oldest first. "
            + "A missing value is null. Without from and to, the last 30 days with values.",
        parameters: [
            .init(
                name: "metrics",
                kind: .texts(maximumCount: 12),
                summary: "Keys of metrics from list_metrics, such as steps and sleep",
                isRequired: true
            ),
            .init(name: "from", kind: .day, summary: "The first day, YYYY-MM-DD"),
            .init(name: "to", kind: .day, summary: "The last day, YYYY-MM-DD"),
        ]
    ) { arguments, context in
        let keys = arguments.texts("metrics")
        if let problem = try MetricLookup.problem(keys, context) { return problem }
        var from = arguments.text("from")
        let to = arguments.text("to")
        let list = QueryValue.text(RawJSON.array(keys.map { RawJSON($0) }).description)
        if from == nil {
            let last = try context.rows(
                """
                SELECT date(max(day), '-29 days') FROM days
                WHERE metric IN (SELECT value FROM json_each(?1)) AND day <= ?2
                """,
                [list, .text(to ?? "9999-12-31")]
            )
            from = last.values.first?.first?.text
        }
        let columns = keys.enumerated().map { index, _ in
            "max(CASE WHEN metric = ?\(index + 4) THEN value END)"
        }
        var rows = try context.rows(
            """
            SELECT day, \(columns.joined(separator: ", ")) FROM days
            WHERE metric IN (SELECT value FROM json_each(?1)) AND day >= ?2 AND day <= ?3
            GROUP BY day ORDER BY day
            """,
            [list, .text(from ?? ""), .text(to ?? "9999-12-31")] + keys.map { .text($0) }
        )
        rows.columns = QueryFormat.names(["day"] + keys)
        return ToolResult(
            text: rows.values.isEmpty
                ? "No values on these days. list_metrics shows the days with values."
                : rows.table + rows.truncationText,
            structured: .object([
                ("days", rows.objects), ("truncated", RawJSON(rows.summary.isTruncated)),
            ])
        )
    }
}

/// Checks the keys of metrics.
enum MetricLookup {
    /// The failure of a tool for keys of no metric; `nil` when all exist.
    static func problem(_ keys: [String], _ context: ToolContext) throws -> ToolResult? {
        let known = try context.rows("SELECT key FROM metrics").values.compactMap(\.first?.text)
        let unknown = keys.filter { !known.contains($0) }
        guard !unknown.isEmpty else { return nil }
        return .failure(
            "There is no metric \(unknown.joined(separator: ", ")). The metrics are: "
                + "\(known.joined(separator: ", "))."
        )
    }

    /// The unit of a metric.
    static func unit(_ key: String, _ context: ToolContext) throws -> String {
        try context.rows("SELECT unit FROM metrics WHERE key = ?1", [.text(key)])
            .values.first?.first?.text ?? ""
    }
}

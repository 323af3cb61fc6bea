import TrendyModel

extension MCPTool {
    /// Lists events.
    static let timeline = MCPTool(
        name: "timeline",
        title: "Timeline of events",
        summary: "Lists events, newest first: what the person recorded or imported, visits, "
            + "workouts, nights, and a summary event for each day and health metric. For numbers by "
            + "day, use day_table.",
        parameters: [
            .init(name: "from", kind: .day, summary: "The first day, YYYY-MM-DD"),
            .init(name: "to", kind: .day, summary: "The last day, YYYY-MM-DD"),
            .init(
                name: "type",
                kind: .text(maximumBytes: 400),
                summary: "Only events of this type, such as Coffee"
            ),
            .init(
                name: "text",
                kind: .text(maximumBytes: 400),
                summary: "Only events with this text in their type, notes, place or properties"
            ),
            .init(
                name: "limit",
                kind: .integer(1...ToolContext.maximumRows),
                summary: "The maximum number of events (default: 100)"
            ),
        ]
    ) { arguments, context in
        var conditions = ["1"]
        var parameters: [QueryValue] = []
        func add(_ value: String, _ condition: (String) -> String) {
            parameters.append(.text(value))
            conditions.append(condition("?\(parameters.count)"))
        }
        // The time bounds let SQLite use the index; no zone is further than 14 hours from UTC.
        if let from = arguments.text("from") {
            add(from) {
                "timestamp >= (unixepoch(\($0)) - 93600) * 1000 AND local_day >= \($0)"
            }
        }
        if let to = arguments.text("to") {
            add(to) { "timestamp < (unixepoch(\($0)) + 180000) * 1000 AND local_day <= \($0)" }
        }
        if let type = arguments.text("type") { add(type) { "type = \($0) COLLATE NOCASE" } }
        if let text = arguments.text("text") {
            add(text) { place in
                // The letters of an encoded line are no words.
                let line = "$.\(RouteLines.propertyName)"
                let fields = [
                    "type", "notes", "place", "json_remove(properties, '\(line)')",
                ].map {
                    "instr(lower(coalesce(\($0), '')), lower(\(place))) > 0"
                }
                return "(\(fields.joined(separator: " OR ")))"
            }
        }
        let rows = try context.rows(
            """
            SELECT id, type, start, "end", local_day, all_day, source, category, place, notes,
                (SELECT json_group_object(p.key, json_extract(p.value, '$.value'))
                    FROM json_each(properties) p
                    WHERE json_type(p.value, '$.value') <> 'array'
                        AND p.key <> '\(RouteLines.propertyName)') AS properties
            FROM events WHERE \(conditions.joined(separator: " AND "))
            ORDER BY timestamp DESC
            """,
            parameters,
            maximumRows: arguments.integer("limit") ?? 100
        )
        let lines = rows.values.map { row in
            let values = zip(rows.columns, row).filter { !["id", "all_day"].contains($0.0) }
            return values.compactMap { $1 == .null || $1.text == "{}" ? nil : $1.text }
                .joined(separator: " | ").replacing("\n", with: " ")
        }
        return ToolResult(
            text: lines.isEmpty
                ? "No events match." : lines.joined(separator: "\n") + rows.truncationText,
            structured: .object([
                ("events", rows.objects), ("truncated", RawJSON(rows.summary.isTruncated)),
            ])
        )
    }

    /// Lists the places with their visits.
    static let places = MCPTool(
        name: "places",
        title: "Places and time spent",
        summary: "Lists the visited places with the number of visits, the hours spent there, and "
            + "the first and last visit, longest time first.",
        parameters: [
            .init(name: "from", kind: .day, summary: "Only visits from this day on, YYYY-MM-DD"),
            .init(name: "to", kind: .day, summary: "Only visits up to this day, YYYY-MM-DD"),
        ]
    ) { arguments, context in
        let rows = try context.rows(
            """
            SELECT place, count(*) AS visits, round(sum(minutes) / 60, 1) AS hours,
                sum("exit" IS NULL) AS ongoing, min(entry) AS first_entry, max(entry) AS last_entry,
                max(latitude) AS latitude, max(longitude) AS longitude
            FROM visits WHERE local_day >= ?1 AND local_day <= ?2
            GROUP BY place ORDER BY sum(minutes) DESC, place
            """,
            [
                .text(arguments.text("from") ?? ""),
                .text(arguments.text("to") ?? "9999-12-31"),
            ]
        )
        return ToolResult(
            text: rows.values.isEmpty ? "No visits." : rows.table + rows.truncationText,
            structured: .object([
                ("places", rows.objects), ("truncated", RawJSON(rows.summary.isTruncated)),
            ])
        )
    }

    /// Runs SQL.
    static let query = MCPTool(
        name: "query",
        title: "Query in SQL",
        summary:
            "Runs one SELECT of SQLite over the tables events, days, metrics, visits, workouts "
            + "and samples, whose columns the resource trendy://schema describes. It cannot write. "
            + "At most 1000 rows and 256 KiB are returned; use aggregates for more.",
        parameters: [
            .init(
                name: "sql",
                kind: .text(maximumBytes: QueryLimits.sqlBytes),
                summary: "One statement, such as: SELECT type, count(*) FROM events GROUP BY type",
                isRequired: true
            ),
            .init(
                name: "limit",
                kind: .integer(1...ToolContext.maximumRows),
                summary: "The maximum number of rows (default: 1000)"
            ),
        ]
    ) { arguments, context in
        let rows = try context.rows(
            arguments.text("sql") ?? "",
            maximumRows: arguments.integer("limit") ?? ToolContext.maximumRows
        )
        let values = RawJSON.array(rows.values.map { .array($0.map(\.json)) })
        return ToolResult(
            text: rows.values.isEmpty && !rows.summary.isTruncated
                ? "No rows." : rows.table + rows.truncationText,
            structured: .object([
                ("columns", .array(rows.columns.map { RawJSON($0) })), ("rows", values),
                ("truncated", RawJSON(rows.summary.isTruncated)),
                ("truncated_by", rows.summary.truncation.map { RawJSON($0.rawValue) } ?? .null),
            ])
        )
    }
}

import TrendyModel

/// What a tool works with.
struct ToolContext {
    /// The maximum number of rows of a result.
    static let maximumRows = 1000
    /// The maximum size of the values of a result, in bytes.
    static let maximumBytes = 256 * 1024
    /// The maximum time of one query.
    static let timeout = Duration.seconds(60)

    let database: QueryDatabase
    let isCancelled: () -> Bool

    /// Reads rows within the limits of a result.
    func rows(
        _ sql: String,
        _ parameters: [QueryValue] = [],
        maximumRows: Int = ToolContext.maximumRows
    ) throws -> ToolRows {
        let limits = QueryLimits(
            rows: maximumRows,
            bytes: Self.maximumBytes,
            timeout: Self.timeout
        )
        var rows = ToolRows()
        rows.summary = try database.run(
            sql,
            parameters: parameters,
            limits: limits,
            isCancelled: isCancelled,
            columns: { rows.columns = QueryFormat.names($0) },
            row: { rows.values.append($0.values) }
        )
        return rows
    }
}

/// Rows of a result.
struct ToolRows {
    var columns: [String] = []
    var values: [[QueryValue]] = []
    var summary = QuerySummary()

    /// A sentence about missing rows; empty for a complete result.
    var truncationText: String {
        switch summary.truncation {
        case nil: ""
        case .rows?: "\nOnly the first \(summary.rows) rows are shown; there are more."
        case .bytes?:
            "\nOnly the first \(summary.rows) rows are shown, because the result is larger than "
                + "\(ToolContext.maximumBytes / 1024) KiB."
        }
    }

    /// The rows as lines of a table.
    var table: String {
        ([columns] + values.map { $0.map(\.text) })
            .map { line in
                line.map { $0.replacing("\n", with: " ") }.joined(separator: " | ")
            }
            .joined(separator: "\n")
    }

    /// The rows as objects.
    var objects: RawJSON {
        .array(values.map { row in .object(zip(columns, row).map { ($0, $1.json) }) })
    }
}

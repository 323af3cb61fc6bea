import TrendyModel

/// The result of a tool.
struct ToolResult {
    /// The result for people.
    let text: String
    /// The result for programs, an object; `nil` for a failure.
    var structured: RawJSON?
    /// Whether the call failed in a way that the model can correct.
    var isFailure = false

    /// A failure with a sentence that says what to do.
    static func failure(_ text: String) -> ToolResult {
        ToolResult(text: text, isFailure: true)
    }

    /// A failure of a query.
    static func failure(_ error: any Error) -> ToolResult {
        guard let error = error as? QueryError else {
            return .failure("The tool failed. Try again.")
        }
        guard error.code == .invalid else { return .failure(error.message) }
        let place = error.offset.map { " (at byte \($0))" } ?? ""
        let tables = QueryTable.all.map { table in
            "\(table.name)(\(table.columns.map(\.name).joined(separator: ", ")))"
        }
        return .failure(
            "\(error.message)\(place). The SQL is SQLite's. The tables are:\n"
                + tables.joined(separator: "\n")
        )
    }

    /// The result of `tools/call`.
    func json(_ version: MCPVersion) -> RawJSON {
        func content(_ text: String) -> RawJSON {
            .object([("type", RawJSON("text")), ("text", RawJSON(text))])
        }
        var fields: [(String, RawJSON)] = [
            ("content", .array([content(text)])), ("isError", RawJSON(isFailure)),
        ]
        if version.hasStructuredContent, let structured {
            fields.append(("structuredContent", structured))
        }
        return .object(fields)
    }
}

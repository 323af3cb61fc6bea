import TrendyModel

/// The description of the tables as a resource of the MCP server.
enum SchemaResource {
    private static let uri = "trendy://schema"

    /// The entry of `resources/list`.
    static var description: RawJSON {
        .object([
            ("uri", RawJSON(uri)), ("name", RawJSON("schema")),
            ("title", RawJSON("Tables of the query tool")),
            ("description", RawJSON("Every table and column that the tool query can read.")),
            ("mimeType", RawJSON("application/sql")),
        ])
    }

    /// The result of `resources/read`.
    static func read(_ params: RawJSON) throws(JSONRPCError) -> RawJSON {
        guard let requested = params["uri"]?.string else {
            throw .invalidParams("The field uri is missing or not a text.")
        }
        guard requested == uri else {
            throw .invalidParams("There is no such resource. resources/list lists them.")
        }
        let text = QueryTable.all.map(\.schema).joined(separator: ";\n\n") + ";\n"
        let content = RawJSON.object([
            ("uri", RawJSON(uri)), ("mimeType", RawJSON("application/sql")),
            ("text", RawJSON(text)),
        ])
        return .object([("contents", .array([content]))])
    }
}

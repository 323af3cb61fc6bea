import TrendyModel

/// A tool that an MCP client can call.
struct MCPTool: Sendable {
    /// A parameter of a tool.
    struct Parameter: Sendable {
        /// The accepted values.
        enum Kind: Sendable {
            /// A text of at most so many bytes.
            case text(maximumBytes: Int)
            /// A day, `YYYY-MM-DD`.
            case day
            /// A whole number in a range.
            case integer(ClosedRange<Int>)
            /// 1 to so many texts.
            case texts(maximumCount: Int)
        }

        let name: String
        let kind: Kind
        let summary: String
        var isRequired = false
    }

    /// The name.
    let name: String
    /// The name for people.
    let title: String
    /// What it returns, and when to use it.
    let summary: String
    /// The parameters.
    let parameters: [Parameter]
    /// Answers a call.
    let run: @Sendable (ToolArguments, ToolContext) throws -> ToolResult

    /// All tools.
    static let all: [MCPTool] = [.listMetrics, .dayTable, .timeline, .places, .compare, .query]

    /// The tool as `tools/list` shows it.
    func description(_ version: MCPVersion) -> RawJSON {
        var fields: [(String, RawJSON)] = [
            ("name", RawJSON(name)), ("description", RawJSON(summary)),
            ("inputSchema", inputSchema),
        ]
        if version.hasAnnotations {
            let annotations: [(String, RawJSON)] = [
                ("title", RawJSON(title)), ("readOnlyHint", RawJSON(true)),
                ("destructiveHint", RawJSON(false)), ("idempotentHint", RawJSON(true)),
                ("openWorldHint", RawJSON(false)),
            ]
            fields.append(("annotations", .object(annotations)))
        }
        if version.hasStructuredContent { fields.append(("title", RawJSON(title))) }
        return .object(fields)
    }

    private var inputSchema: RawJSON {
        var fields: [(String, RawJSON)] = [
            ("type", RawJSON("object")),
            ("properties", .object(parameters.map { ($0.name, $0.schema) })),
            ("additionalProperties", RawJSON(false)),
        ]
        let required = parameters.filter(\.isRequired).map { RawJSON($0.name) }
        if !required.isEmpty { fields.append(("required", .array(required))) }
        return .object(fields)
    }
}

extension MCPTool.Parameter {
    /// The parameter in JSON Schema.
    fileprivate var schema: RawJSON {
        var fields: [(String, RawJSON)]
        switch kind {
        case .text(let maximum):
            fields = [("type", RawJSON("string")), ("maxLength", RawJSON(Int64(maximum)))]
        case .day:
            fields = [
                ("type", RawJSON("string")), ("pattern", RawJSON(#"^\d{4}-\d{2}-\d{2}$"#)),
            ]
        case .integer(let range):
            fields = [
                ("type", RawJSON("integer")), ("minimum", RawJSON(Int64(range.lowerBound))),
                ("maximum", RawJSON(Int64(range.upperBound))),
            ]
        case .texts(let maximum):
            fields = [
                ("type", RawJSON("array")), ("items", .object([("type", RawJSON("string"))])),
                ("minItems", RawJSON(Int64(1))), ("maxItems", RawJSON(Int64(maximum))),
            ]
        }
        fields.append(("description", RawJSON(summary)))
        return .object(fields)
    }

    /// Why a value is not accepted; `nil` for an accepted value.
    func problem(_ value: RawJSON) -> String? {
        switch kind {
        case .text(let maximum):
            guard let text = value.string else { return "is not a text" }
            return text.utf8.count > maximum ? "is longer than \(maximum) bytes" : nil
        case .day:
            return value.string.flatMap { CalendarDay($0) } == nil
                ? "is not a day, such as 2026-01-15" : nil
        case .integer(let range):
            guard let number = value.wholeNumber, range.contains(number) else {
                return "is not a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            return nil
        case .texts(let maximum):
            guard let elements = value.elements, (1...maximum).contains(elements.count),
                elements.allSatisfy({ ($0.string?.utf8.count ?? .max) <= 200 })
            else { return "is not a list of 1 to \(maximum) short texts" }
            return nil
        }
    }
}

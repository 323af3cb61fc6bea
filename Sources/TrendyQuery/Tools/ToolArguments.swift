import TrendyModel

/// The validated arguments of a call.
struct ToolArguments {
    private let fields: [(key: String, value: RawJSON)]

    /// Validates arguments.
    ///
    /// - Throws: ``JSONRPCError`` for a missing, unknown or wrong argument.
    init(_ json: RawJSON, of tool: MCPTool) throws(JSONRPCError) {
        guard let fields = json.fields else {
            throw .invalidParams("The arguments are not an object.")
        }
        // null means that the argument is absent.
        self.fields = fields.filter { !$0.value.isNull }
        for (key, value) in self.fields {
            guard let parameter = tool.parameters.first(where: { $0.name == key }) else {
                let names = tool.parameters.map(\.name).joined(separator: ", ")
                throw .invalidParams(
                    "The tool \(tool.name) takes no other arguments than: "
                        + "\(names.isEmpty ? "none" : names)."
                )
            }
            if let problem = parameter.problem(value) {
                throw .invalidParams("The argument \(parameter.name) \(problem).")
            }
        }
        for parameter in tool.parameters where parameter.isRequired && self[parameter.name] == nil {
            throw .invalidParams("The argument \(parameter.name) is missing.")
        }
    }

    private subscript(key: String) -> RawJSON? { fields.last { $0.key == key }?.value }

    /// A text; `nil` when it is absent.
    func text(_ key: String) -> String? { self[key]?.string }

    /// A whole number; `nil` when it is absent.
    func integer(_ key: String) -> Int? { self[key]?.wholeNumber }

    /// A list of texts; empty when it is absent.
    func texts(_ key: String) -> [String] { self[key]?.elements?.compactMap(\.string) ?? [] }
}

/// A revision of the Model Context Protocol (https://modelcontextprotocol.io/specification).
enum MCPVersion: String, CaseIterable, Comparable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"

    /// The newest revision, which the server offers to a client of an unknown one.
    static let newest = MCPVersion.june2025

    /// Whether several messages may come in one array.
    var hasBatches: Bool { self < .june2025 }

    /// Whether results of tools have structured content.
    var hasStructuredContent: Bool { self >= .june2025 }

    /// Whether tools have annotations.
    var hasAnnotations: Bool { self >= .march2025 }

    static func < (left: MCPVersion, right: MCPVersion) -> Bool { left.rawValue < right.rawValue }
}

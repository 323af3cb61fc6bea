import TrendyModel

/// A server of the Model Context Protocol that answers questions about a device's data.
///
/// It only reads, opens no network connection and logs nothing. One request runs at a time; a
/// notification of its cancellation stops it.
///
/// Source: https://modelcontextprotocol.io/specification/2025-06-18.
package final class MCPServer {
    /// The maximum length of a message, in bytes.
    package static let maximumLineBytes = 1024 * 1024
    /// The maximum number of messages in a batch.
    private static let maximumBatch = 50

    private let database: QueryDatabase
    private let channel: any MCPChannel
    private let programVersion: String
    private var version: MCPVersion?

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - database: the data.
    ///   - channel: the connection to the client.
    ///   - programVersion: the version to report.
    package init(
        database: QueryDatabase,
        channel: any MCPChannel,
        programVersion: String
    ) {
        self.database = database
        self.channel = channel
        self.programVersion = programVersion
    }

    /// Answers messages until the client sends no more or cannot receive an answer.
    package func run() {
        while let line = channel.nextLine() {
            guard let answer = answer(line) else { continue }
            do {
                try channel.send(answer.utf8)
            } catch {
                // The client has gone, which ends the session as the end of its input does.
                return
            }
        }
    }

    /// The answer to a line; `nil` for a line without one.
    private func answer(_ line: LineSplitter.Line) -> RawJSON? {
        guard case .text(let bytes) = line else {
            return Self.failure(nil, .parse("The message is longer than 1 MiB."))
        }
        // Lines that hold nothing are not messages.
        guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
        let json: RawJSON
        do throws(JSONError) {
            json = try RawJSON(checking: bytes)
        } catch {
            return Self.failure(nil, .parse("The message is not JSON: \(error)."))
        }
        guard let messages = json.elements else { return answer(JSONRPCMessage(json)) }
        guard version?.hasBatches ?? true, !messages.isEmpty, messages.count <= Self.maximumBatch
        else {
            return Self.failure(nil, .invalidRequest("Send one message on each line."))
        }
        let answers = messages.compactMap { answer(JSONRPCMessage($0)) }
        return answers.isEmpty ? nil : .array(answers)
    }

    private func answer(_ message: JSONRPCMessage) -> RawJSON? {
        switch message {
        case .invalid(let id, let reason): return Self.failure(id, .invalidRequest(reason))
        case .notification, .response: return nil
        case .request(let id, let method, let params):
            do throws(JSONRPCError) {
                let result = try result(of: method, params ?? .object([]), id: id)
                return .object([("jsonrpc", RawJSON("2.0")), ("id", id), ("result", result)])
            } catch {
                return Self.failure(id, error)
            }
        }
    }

    private func result(
        of method: String,
        _ params: RawJSON,
        id: RawJSON
    ) throws(JSONRPCError) -> RawJSON {
        switch method {
        case "initialize": return try initialize(params)
        case "ping": return .object([])
        case "tools/list", "tools/call", "resources/list", "resources/read",
            "resources/templates/list":
            guard let version else {
                throw .invalidRequest("The session is not initialized. Send initialize first.")
            }
            return try result(of: method, params, id: id, version)
        default: throw .unknownMethod
        }
    }

    private func result(
        of method: String,
        _ params: RawJSON,
        id: RawJSON,
        _ version: MCPVersion
    ) throws(JSONRPCError) -> RawJSON {
        switch method {
        case "tools/list":
            return .object([("tools", .array(MCPTool.all.map { $0.description(version) }))])
        case "tools/call": return try call(params, id: id, version)
        case "resources/list": return .object([("resources", .array([SchemaResource.description]))])
        case "resources/read": return try SchemaResource.read(params)
        default: return .object([("resourceTemplates", .array([]))])
        }
    }

    private func initialize(_ params: RawJSON) throws(JSONRPCError) -> RawJSON {
        guard let requested = params["protocolVersion"]?.string else {
            throw .invalidParams("The field protocolVersion is missing or not a text.")
        }
        let version = MCPVersion(rawValue: requested) ?? .newest
        self.version = version
        return .object([
            ("protocolVersion", RawJSON(version.rawValue)),
            ("capabilities", .object([("tools", .object([])), ("resources", .object([]))])),
            (
                "serverInfo",
                .object([
                    ("name", RawJSON("trendy")), ("title", RawJSON("Trendy")),
                    ("version", RawJSON(programVersion)),
                ])
            ),
            (
                "instructions",
                RawJSON(
                    "Answers questions about one person's recorded events, health metrics by day, "
                        + "visits to places and workouts. Everything is read-only and local. Call "
                        + "list_metrics first to see which metrics have data and for which days."
                )
            ),
        ])
    }

    private func call(
        _ params: RawJSON,
        id: RawJSON,
        _ version: MCPVersion
    ) throws(JSONRPCError) -> RawJSON {
        guard let name = params["name"]?.string else {
            throw .invalidParams("The field name is missing or not a text.")
        }
        guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
            throw .invalidParams("There is no such tool. tools/list lists them.")
        }
        let arguments = try ToolArguments(params["arguments"] ?? .object([]), of: tool)
        let context = ToolContext(database: database) { [channel] in
            channel.isInterrupted { Self.isCancellation($0, of: id) }
        }
        do {
            return try tool.run(arguments, context).json(version)
        } catch let error as JSONRPCError {
            throw error
        } catch {
            return ToolResult.failure(error).json(version)
        }
    }

    /// Whether a line cancels a request.
    private static func isCancellation(_ line: [UInt8], of id: RawJSON) -> Bool {
        // A line that is not JSON is answered when it is its turn.
        guard let json = try? RawJSON(checking: line),
            case .notification("notifications/cancelled", let params?) = JSONRPCMessage(json)
        else { return false }
        return params["requestId"] == id
    }

    private static func failure(_ id: RawJSON?, _ error: JSONRPCError) -> RawJSON {
        .object([
            ("jsonrpc", RawJSON("2.0")), ("id", id ?? .null),
            (
                "error",
                .object([("code", RawJSON(error.code)), ("message", RawJSON(error.message))])
            ),
        ])
    }
}

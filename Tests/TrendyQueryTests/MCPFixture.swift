import TrendyModel

@testable import TrendyQuery

/// A channel whose lines a test prepares.
final class TestChannel: MCPChannel {
    var lines: [LineSplitter.Line]
    private(set) var sent: [String] = []
    /// The number of answers after which the client has gone.
    var maximumAnswers = Int.max
    var isClosed = false

    init(_ lines: [String]) {
        self.lines = lines.map { .text(Array($0.utf8)) }
    }

    func nextLine() -> LineSplitter.Line? { lines.isEmpty ? nil : lines.removeFirst() }

    func isInterrupted(by isMatch: ([UInt8]) -> Bool) -> Bool {
        isClosed
            || lines.contains { line in
                guard case .text(let bytes) = line else { return false }
                return isMatch(bytes)
            }
    }

    struct Gone: Error {}

    func send(_ line: [UInt8]) throws {
        guard sent.count < maximumAnswers else { throw Gone() }
        sent.append(String(decoding: line, as: UTF8.self))
    }
}

/// A session of an MCP server with a filled database.
struct MCPSession {
    private let fixture: QueryFixture

    init() async throws {
        fixture = try await QueryFixture.filled()
    }

    static func initialize(_ version: String = "2025-06-18") -> String {
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(version)",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
        """
    }

    /// Runs a server over lines and returns its answers.
    func answers(to lines: [String]) throws -> [RawJSON] {
        let channel = TestChannel(lines)
        try run(channel)
        return try channel.sent.map { try RawJSON(checking: Array($0.utf8)) }
    }

    /// Runs a server over a channel.
    func run(_ channel: TestChannel) throws {
        MCPServer(
            database: try fixture.open(),
            channel: channel,
            programVersion: "1.2.3"
        ).run()
    }

    /// Calls a tool in an initialized session and returns the whole answer.
    func call(
        _ tool: String,
        _ arguments: String = "{}",
        version: String = "2025-06-18"
    ) throws -> RawJSON {
        let call = """
            {"jsonrpc":"2.0","id":"call","method":"tools/call",\
            "params":{"name":"\(tool)","arguments":\(arguments)}}
            """
        return try answers(to: [
            Self.initialize(version),
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, call,
        ]).last ?? .null
    }
}

extension RawJSON {
    /// A value at a path of keys and indexes.
    func at(_ path: String...) -> RawJSON? {
        path.reduce(self as RawJSON?) { value, key in
            guard let index = Int(key), let elements = value?.elements else { return value?[key] }
            return elements.indices.contains(index) ? elements[index] : nil
        }
    }
}

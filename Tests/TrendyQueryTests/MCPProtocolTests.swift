import Testing
import TrendyModel

@testable import TrendyQuery

@Suite("Model Context Protocol")
struct MCPProtocolTests {
    private let session: MCPSession

    init() async throws {
        session = try await MCPSession()
    }

    @Test(
        "The server takes the client's version where it knows it, and else offers its newest",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"),
            ("2025-06-18", "2025-06-18"), ("2031-01-01", "2025-06-18"), ("", "2025-06-18"),
        ]
    )
    func versions(_ requested: String, _ agreed: String) throws {
        let answer = try #require(
            try session.answers(to: [MCPSession.initialize(requested)]).first
        )

        #expect(answer.at("result", "protocolVersion")?.string == agreed)
        #expect(answer.at("result", "serverInfo", "version")?.string == "1.2.3")
        #expect(answer.at("result", "capabilities", "tools") != nil)
        #expect(answer["id"] == RawJSON(Int64(0)))
    }

    @Test(
        "Nonsense gets the right error and does not end the session",
        arguments: [
            ("nonsense", -32700), ("{", -32700), ("{\"a\":1}}", -32700), ("\u{FEFF}{}", -32700),
            (String(repeating: "[", count: 600), -32700), ("1", -32600), ("\"text\"", -32600),
            ("null", -32600), ("{}", -32600), ("[]", -32600), ("[1]", -32600),
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":3}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/remove"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":""}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"erase"}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}}"#, -32602),
        ]
    )
    func nonsense(_ line: String, _ code: Int) throws {
        let answers = try session.answers(to: [
            MCPSession.initialize(), line, #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#,
        ])

        #expect(answers.count == 3)
        #expect(answers[1].at("error", "code")?.number?.int64 == Int64(code))
        #expect(answers[1].at("error", "message")?.string?.isEmpty == false)
        #expect(answers.last?["result"] != nil)
    }

    @Test(
        "Wrong arguments are refused",
        arguments: [
            ("day_table", "{}"), ("day_table", #"{"metrics":"steps"}"#),
            ("day_table", #"{"metrics":[]}"#), ("day_table", #"{"metrics":[1]}"#),
            ("day_table", #"{"metrics":["steps"],"from":"yesterday"}"#),
            ("day_table", #"{"metrics":["steps"],"from":"2026-02-30"}"#),
            ("timeline", #"{"limit":0}"#), ("timeline", #"{"limit":1e99}"#),
            ("timeline", #"{"limit":99999999999999999999}"#), ("timeline", #"{"other":1}"#),
            ("timeline", "[]"), ("query", #"{"sql":["SELECT 1"]}"#), ("query", "{}"),
            ("compare", #"{"metric":"steps"}"#),
        ]
    )
    func wrongArguments(_ tool: String, _ arguments: String) throws {
        let answer = try session.call(tool, arguments)

        #expect(answer.at("error", "code")?.number?.int64 == -32602)
    }

    @Test("A line above 1 MiB is an error, and the next one is read")
    func tooLong() throws {
        let channel = TestChannel([MCPSession.initialize()])
        var splitter = LineSplitter(maximumBytes: MCPServer.maximumLineBytes)
        for _ in 0..<40 { splitter.add([UInt8](repeating: 0x20, count: 100_000)) }
        splitter.add(Array("\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".utf8))
        splitter.finish()
        channel.lines += splitter.lines

        try session.run(channel)

        #expect(channel.sent.count == 3)
        #expect(channel.sent[1].contains("-32700"))
        #expect(channel.sent[2] == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }

    @Test("Lines may arrive in pieces of any size, with either line end")
    func pieces() {
        let bytes = Array("one\r\n\ntwo\nthree".utf8)
        for size in 1...bytes.count {
            var splitter = LineSplitter(maximumBytes: 5)
            for start in stride(from: 0, to: bytes.count, by: size) {
                splitter.add(bytes[start..<min(start + size, bytes.count)])
            }
            splitter.finish()
            let lines = splitter.lines.map { line -> String in
                guard case .text(let bytes) = line else { return "too long" }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(lines == ["one", "", "two", "three"])
        }
    }

    @Test("Before initialize, only initialize and ping are answered")
    func uninitialized() throws {
        let answers = try session.answers(to: [
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        ])

        #expect(answers[0]["result"] != nil)
        #expect(answers[1].at("error", "code")?.number?.int64 == -32600)
    }

    @Test("Notifications, answers and empty lines get no answer")
    func silent() throws {
        let answers = try session.answers(to: [
            MCPSession.initialize(), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"tools/remove"}"#, #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
            "", "  ",
        ])

        #expect(answers.count == 1)
    }

    @Test("Batches are answered in the versions that have them")
    func batches() throws {
        let batch = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},1]"#

        let old = try session.answers(to: [MCPSession.initialize("2025-03-26"), batch])
        #expect(old[1].elements?.count == 2)
        let new = try session.answers(to: [MCPSession.initialize("2025-06-18"), batch])
        #expect(new[1].at("error", "code")?.number?.int64 == -32600)
    }

    @Test("A client that has gone ends the session")
    func gone() throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let channel = TestChannel([ping, ping, ping])
        channel.maximumAnswers = 1

        try session.run(channel)

        #expect(channel.sent.count == 1)
        #expect(channel.lines.count == 1)
    }

    @Test("A cancellation, or a client that has gone, stops the running query")
    func cancellation() throws {
        let sql =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let call = """
            {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"query",\
            "arguments":{"sql":"\(sql)"}}}
            """
        let cancel =
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#

        let answers = try session.answers(to: [MCPSession.initialize(), call, cancel])
        #expect(answers[1].at("result", "isError")?.bool == true)

        let channel = TestChannel([MCPSession.initialize(), call])
        channel.isClosed = true
        try session.run(channel)
        #expect(channel.sent.count == 2)
    }
}

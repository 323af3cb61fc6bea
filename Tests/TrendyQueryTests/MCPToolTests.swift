import Testing
import TrendyModel

@testable import TrendyQuery

@Suite("Tools of the MCP server")
struct MCPToolTests {
    private let session: MCPSession

    init() async throws {
        session = try await MCPSession()
    }

    private func structured(_ tool: String, _ arguments: String = "{}") throws -> RawJSON {
        let answer = try session.call(tool, arguments)
        #expect(answer.at("result", "isError")?.bool == false)
        return try #require(answer.at("result", "structuredContent"))
    }

    private func text(_ tool: String, _ arguments: String = "{}") throws -> String {
        try #require(
            try session.call(tool, arguments).at("result", "content", "0", "text")?.string
        )
    }

    @Test("Every tool has a schema and says that it only reads")
    func list() throws {
        let answer = try #require(
            try session.answers(to: [
                MCPSession.initialize(), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            ]).last
        )

        let tools = try #require(answer.at("result", "tools")?.elements)
        #expect(
            tools.compactMap { $0["name"]?.string } == [
                "list_metrics", "day_table", "timeline", "places", "compare", "query",
            ]
        )
        for tool in tools {
            #expect(tool.at("annotations", "readOnlyHint")?.bool == true)
            #expect(tool.at("inputSchema", "type")?.string == "object")
            #expect(tool["description"]?.string?.isEmpty == false)
        }
    }

    @Test("Older versions get no fields that they do not know")
    func oldVersion() throws {
        let answer = try session.call("list_metrics", version: "2024-11-05")

        #expect(answer.at("result", "structuredContent") == nil)
        #expect(answer.at("result", "content", "0", "text")?.string?.contains("steps") == true)
    }

    @Test("list_metrics says which metrics have days")
    func metrics() throws {
        let metrics = try #require(try structured("list_metrics")["metrics"]?.elements)

        let steps = try #require(metrics.first { $0["key"]?.string == "steps" })
        #expect(steps["days"]?.number?.int64 == 10)
        #expect(steps["first_day"]?.string == "2026-01-01")
        #expect(steps["last_day"]?.string == "2026-01-10")
        #expect(metrics.count == MetricDescription.all.count)
    }

    @Test("day_table has a row for each day, with null for a missing value")
    func dayTable() throws {
        let arguments = #"{"metrics":["steps","body_mass"],"from":"2026-01-01","to":"2026-01-02"}"#
        #expect(
            try structured("day_table", arguments)["days"]?.description
                == #"[{"day":"2026-01-01","steps":1000,"body_mass":70.5},"#
                + #"{"day":"2026-01-02","steps":1100,"body_mass":null}]"#
        )
        let all = try structured("day_table", #"{"metrics":["sleep"]}"#)
        #expect(all["days"]?.elements?.count == 10)
        let unknown = try session.call("day_table", #"{"metrics":["mood"]}"#)
        #expect(unknown.at("result", "isError")?.bool == true)
    }

    @Test("timeline filters by day, type and text")
    func timeline() throws {
        func count(_ arguments: String) throws -> Int? {
            try structured("timeline", arguments)["events"]?.elements?.count
        }
        #expect(try count(#"{"type":"coffee"}"#) == 2)
        #expect(try count(#"{"type":"Coffee","from":"2026-01-02"}"#) == 1)
        #expect(try count(#"{"type":"Coffee","to":"2026-01-01"}"#) == 1)
        #expect(try count(#"{"text":"LARGE"}"#) == 2)
        #expect(try count(#"{"text":"home"}"#) == 2)
        #expect(try count(#"{"text":"%"}"#) == 0)
        let limited = try structured("timeline", #"{"limit":3}"#)
        #expect(limited["events"]?.elements?.count == 3)
        #expect(limited["truncated"]?.bool == true)
        #expect(
            try structured("timeline", #"{"type":"Coffee"}"#).at("events", "0", "properties")?
                .string == #"{"size":"large"}"#
        )
        #expect(try !text("timeline", #"{"from":"2026-01-01"}"#).contains("hourly"))
    }

    @Test("places counts visits and adds up the time")
    func places() throws {
        let place = try #require(try structured("places").at("places", "0"))

        #expect(place["place"]?.string == "Home")
        #expect(place["visits"]?.number?.int64 == 2)
        #expect(place["hours"]?.number?.double == 1.5)
        #expect(place["ongoing"]?.number?.int64 == 1)
    }

    @Test("compare of two metrics has n, means, and correlations with intervals")
    func compareMetrics() throws {
        let arguments = #"{"metric":"steps","other_metric":"heart_rate"}"#
        let result = try structured("compare", arguments)

        #expect(result["days"]?.number?.int64 == 10)
        #expect(result["mean"]?.number?.double == 1450)
        let pearson = try #require(result.at("pearson", "correlation")?.number?.double)
        let bound = try #require(result.at("spearman", "interval_95", "1")?.number?.double)
        #expect(abs(pearson - 1) < 1e-9 && abs(bound - 1) < 1e-6)
        let text = try text("compare", arguments)
        #expect(text.contains("n = 10"))
        #expect(text.contains("does not show a cause"))
        let constant = try structured("compare", #"{"metric":"steps","other_metric":"sleep"}"#)
        #expect(constant["pearson"]?.isNull == true)
    }

    @Test("compare of two periods has the difference with its interval")
    func comparePeriods() throws {
        let result = try structured(
            "compare",
            """
            {"metric":"steps","from":"2026-01-01","to":"2026-01-05",\
            "other_from":"2026-01-06","other_to":"2026-01-10"}
            """
        )

        #expect(result["difference"]?.number?.double == -500)
        #expect(try #require(result.at("interval_95", "1")?.number?.double) < 0)
    }

    @Test("compare says when there are not enough days")
    func notEnough() throws {
        let arguments = #"{"metric":"steps","other_metric":"sleep","to":"2026-01-04"}"#

        #expect(try text("compare", arguments).hasPrefix("Not enough days: 4"))
        #expect(try structured("compare", arguments)["enough_days"]?.bool == false)
    }

    @Test("query returns rows, and reports what it cut")
    func query() throws {
        let result = try structured("query", #"{"sql":"SELECT 1 AS a, 'x' AS a, x'ff', NULL"}"#)
        #expect(
            result.description
                == #"{"columns":["a","a_2","x'ff'","NULL"],"rows":[[1,"x","ff",null]],"#
                + #""truncated":false,"truncated_by":null}"#
        )
        let rows = try structured("query", #"{"sql":"SELECT 1 FROM events a, events b"}"#)
        #expect(rows["rows"]?.elements?.count == 1000)
        #expect(rows["truncated_by"]?.string == "rows")
        let bytes = try structured(
            "query",
            #"{"sql":"SELECT hex(zeroblob(10000)) FROM events a, events b"}"#
        )
        #expect(bytes["truncated_by"]?.string == "bytes")
        #expect(bytes["rows"]?.elements?.count == 13)
    }

    @Test("A failed query explains itself and lists the tables")
    func failedQuery() throws {
        let answer = try session.call("query", #"{"sql":"SELECT missing FROM days"}"#)
        #expect(answer.at("result", "isError")?.bool == true)
        let text = answer.at("result", "content", "0", "text")?.string ?? ""
        #expect(text.contains("no such column: missing"))
        #expect(text.contains("events(id, type, start"))
        let write = try session.call("query", #"{"sql":"DELETE FROM entity"}"#)
        #expect(
            write.at("result", "content", "0", "text")?.string?.contains("may only read") == true
        )
    }

    @Test("The schema is a resource")
    func resource() throws {
        let answers = try session.answers(to: [
            MCPSession.initialize(), #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
            """
            {"jsonrpc":"2.0","id":2,"method":"resources/read",\
            "params":{"uri":"trendy://schema"}}
            """,
        ])

        #expect(answers[1].at("result", "resources", "0", "uri")?.string == "trendy://schema")
        let text = answers[2].at("result", "contents", "0", "text")?.string ?? ""
        for table in QueryTable.all { #expect(text.contains("CREATE TABLE \(table.name)")) }
    }
}

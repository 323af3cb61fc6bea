import Foundation
import Testing

/// Runs the real executable: `trendy sql` and `trendy mcp`.
@Suite("SQL and assistants")
struct SQLCommandTests {
    private let scratch: Scratch
    private let profile: String

    init() async throws {
        scratch = try Scratch()
        profile = scratch.path + "/device"
        for arguments in [
            ["log", "Coffee", "--at", "2026-01-01 08:00", "--note", "two, \"hot\""],
            ["log", "Tea", "--at", "2026-01-02 08:00"],
        ] {
            let result = try await TrendyProcess(arguments + ["--profile", profile]).wait()
            try #require(result.code == 0, "\(result.error)")
        }
    }

    private func sql(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(
            ["sql", "--profile", profile] + arguments,
            environment: ["TZ": "UTC"]
        ).wait()
    }

    private func shell(_ line: String) async throws -> TrendyProcess.Result {
        try await TrendyProcess.shell(line, profile: profile)
    }

    @Test("A result is a table, CSV, JSON or JSON lines")
    func formats() async throws {
        let query = "SELECT type, notes, 1.5 AS number FROM events ORDER BY timestamp"

        #expect(
            try await sql(query).output == """
                type    notes       number
                Coffee  two, "hot"     1.5
                Tea                    1.5

                """
        )
        #expect(
            try await sql(query, "--csv").output
                == "type,notes,number\r\nCoffee,\"two, \"\"hot\"\"\",1.5\r\nTea,,1.5\r\n"
        )
        #expect(
            try await sql(query, "--json").output == """
                [
                {"type":"Coffee","notes":"two, \\"hot\\"","number":1.5},
                {"type":"Tea","notes":null,"number":1.5}
                ]

                """
        )
        #expect(
            try await sql("SELECT 1 AS a, 2 AS a", "--ndjson").output == "{\"a\":1,\"a_2\":2}\n"
        )
        #expect(try await sql("SELECT 1 WHERE 0", "--json").output == "[]\n")
    }

    @Test("A cut result says so")
    func limit() async throws {
        let result = try await sql("SELECT 1 FROM events", "--limit", "1", "--csv")

        #expect(result.output == "1\r\n1\r\n")
        #expect(result.error == "Only the first 1 row; there are more.\n")
        #expect(result.code == 0)
    }

    @Test("SQL comes from standard input or a file")
    func sources() async throws {
        let file = try scratch.write("SELECT 2;\n", to: "query.sql")

        #expect(try await shell("echo 'SELECT 1' | \"$TRENDY\" sql --csv").output == "1\r\n1\r\n")
        #expect(try await sql("--file", file, "--csv").output == "2\r\n2\r\n")
        #expect(try await sql("--file", file + ".none").code == 66)
    }

    @Test("An error names the place and how to list the tables")
    func errors() async throws {
        let result = try await sql("SELECT type\nFORM events")
        #expect(result.code == 65)
        #expect(result.error.contains("line 2, column"))
        #expect(result.error.contains("trendy sql --tables"))
        let write = try await sql("DELETE FROM entity", "--json")
        #expect(write.code == 65)
        #expect(write.error.hasPrefix("{\"code\":65,\"error\":\"Queries may only read"))
        let endless = try await sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n",
            "--timeout",
            "0.2"
        )
        #expect(endless.code == 75)
        #expect(
            try await TrendyProcess(["sql", "SELECT 1", "--profile", profile + "-none"]).wait().code
                == 66
        )
        #expect(!FileManager.default.fileExists(atPath: profile + "-none"))
    }

    @Test("Control characters of the data do not reach the terminal in a table")
    func escaped() async throws {
        #expect(try await sql("SELECT char(27) || '[31m' AS a").output == "a\n\\u{1b}[31m\n")
    }

    @Test("The tables are listed with their columns")
    func tables() async throws {
        let text = try await sql("--tables").output
        for name in ["events", "days", "metrics", "visits", "workouts", "samples"] {
            #expect(text.contains("\(name): "))
        }
        #expect(try await sql("--tables", "--json").output.contains("\"name\" : \"local_day\""))
    }

    @Test("The shell runs statements and commands of a pipe, and goes on after an error")
    func pipedShell() async throws {
        let input = #".mode csv\nSELECT count(*)\nFROM events;\nnonsense;\n.none\nSELECT 3;\n"#
        let result = try await shell("printf '\(input)' | \"$TRENDY\" sql --shell")

        #expect(result.output == "count(*)\r\n2\r\n3\r\n3\r\n")
        #expect(result.error.contains("near \"nonsense\""))
        #expect(result.error.contains("'.help' lists them"))
        #expect(result.code == 65)
        let quit = try await shell(
            "printf '.tables\\n.schema days\\n.quit\\nx;' | \"$TRENDY\" sql --shell"
        )
        #expect(quit.code == 0)
        #expect(quit.output.contains("CREATE TABLE days"))
    }

    @Test("A reader that closes the pipe ends the command")
    func closedPipe() async throws {
        let result = try await shell(
            """
            "$TRENDY" sql --csv "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
            SELECT i FROM n" | head -n 2
            """
        )

        #expect(result.output == "i\r\n1\r\n")
    }

    @Test("An assistant's client gets answers, and its end ends the server with code 0")
    func assistant() async throws {
        let file = try scratch.write(
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
            nonsense
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"query",\
            "arguments":{"sql":"SELECT count(*) FROM events"}}}
            """,
            to: "requests"
        )

        let result = try await shell("\"$TRENDY\" mcp < '\(file)'")

        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.contains("\"rows\":[[2]]") == true)
        #expect(result.error.isEmpty)
        #expect(result.code == 0)
        let gone = try await shell(
            "{ cat '\(file)'; cat '\(file)'; } | { \"$TRENDY\" mcp; echo $? >&2; } | true"
        )
        #expect(gone.error == "0\n")
    }
}

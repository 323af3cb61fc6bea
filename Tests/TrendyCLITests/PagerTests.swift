#if os(Linux)
import Foundation
import Testing

@Suite("Output on a terminal", .serialized)
struct PagerTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Runs a line of a shell on a pseudo-terminal of 60 columns and 8 rows, with `script` of
    /// util-linux; `nil` where that is not installed.
    private func terminal(
        _ line: String,
        _ environment: [String: String] = [:]
    ) async throws -> String? {
        let script = URL(fileURLWithPath: "/usr/bin/script")
        guard FileManager.default.isExecutableFile(atPath: script.path) else { return nil }
        let variables = [
            "TRENDY": TrendyProcess.executable.path, "TRENDY_PROFILE": scratch.path + "/a",
            "TERM": "xterm", "COLUMNS": "", "PAGER": "sed 's/^/paged /'", "TZ": "UTC",
            "NO_COLOR": "",
        ]
        let result = try await TrendyProcess(
            ["-qec", "stty cols 60 rows 8; \(line)", "/dev/null"],
            environment: variables.merging(environment) { _, new in new },
            executable: script
        ).wait()
        return result.output.replacingOccurrences(of: "\r\n", with: "\n")
    }

    private func record(_ count: Int) async throws {
        for hour in 0..<count {
            let result = try await TrendyProcess.run(
                "log",
                "Tea",
                "--at",
                "2021-01-15T1\(hour):00:00Z",
                "--note",
                "a note that is longer than the line of a terminal",
                "--profile",
                scratch.path + "/a"
            )
            #expect(result.code == 0, "\(result.error)")
        }
    }

    @Test("Only a terminal shows colours and icons, and NO_COLOR switches them off")
    func color() async throws {
        try await record(1)
        guard let colored = try await terminal("$TRENDY types") else { return }
        let plain = "Type  Color    Symbol\nTea   #4F7CAC  circle.fill\n"

        #expect(
            colored == """
                \u{1B}[1m  Type  Color    Symbol\u{1B}[0m
                \u{1B}[38;2;79;124;172m●\u{1B}[0m Tea   #4F7CAC  circle.fill

                """
        )
        #expect(try await terminal("$TRENDY types", ["NO_COLOR": "1"]) == plain)
        #expect(try await terminal("$TRENDY types", ["TERM": "dumb"]) == plain)
        #expect(try await terminal("$TRENDY types | cat") == plain)
        #expect(try await terminal("$TRENDY doctor")?.contains("\u{1B}[31m!\u{1B}[0m ") == true)
    }

    @Test("A list that is longer than the terminal is paged, within its width")
    func paged() async throws {
        try await record(8)
        let noColor = ["NO_COLOR": "1"]
        guard let paged = try await terminal("$TRENDY events", noColor) else { return }
        let row = "Fri 15 Jan 2021, 17:00  Tea    a note that is longer than t…"

        #expect(paged.hasPrefix("paged When                    Event  Note\npaged \(row)\n"))
        #expect(paged.split(separator: "\n").count == 9)
        #expect(
            try await terminal("$TRENDY events --no-pager", noColor)?.contains("paged") == false
        )
        #expect(try await terminal("$TRENDY events --limit 5", noColor)?.contains("paged") == false)
        #expect(try await terminal("$TRENDY events | cat", noColor)?.contains("paged") == false)
        let missing = noColor.merging(["PAGER": "no-such-program 2>/dev/null"]) { $1 }
        #expect(try await terminal("$TRENDY events", missing)?.contains(row) == true)
        // A person who leaves the pager early causes no error.
        let early = noColor.merging(["PAGER": "head -1"]) { $1 }
        #expect(
            try await terminal("$TRENDY events; echo $?", early)?.hasSuffix("Note\n0\n") == true
        )
    }
}
#endif

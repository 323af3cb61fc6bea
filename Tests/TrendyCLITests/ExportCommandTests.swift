import Foundation
import Testing

@Suite("Exporting and importing events", .serialized)
struct ExportCommandTests {
    private let scratch: Scratch
    private let profile: String

    init() async throws {
        scratch = try Scratch()
        profile = scratch.path + "/a"
        for note in ["first", "with, comma", "line\nbreak"] {
            try await TrendyProcess.run("log", "Coffee", "--note", note, "--profile", profile)
        }
        try await TrendyProcess.run("log", "Tea", "--profile", profile)
    }

    @discardableResult
    private func run(
        _ arguments: String...,
        profile: String? = nil
    ) async throws
        -> TrendyProcess.Result
    {
        try await TrendyProcess(arguments + ["--profile", profile ?? self.profile]).wait()
    }

    private func fields(_ result: TrendyProcess.Result) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(json as? [String: Any])
    }

    @Test("CSV goes to standard output, oldest first")
    func standardOutput() async throws {
        let result = try await run("export")

        #expect(result.code == 0)
        let rows = result.output.components(separatedBy: "\r\n")
        #expect(rows[0].hasPrefix("id,type,start,"))
        #expect(rows[1].contains(",Coffee,"))
        #expect(result.output.contains("\"with, comma\""))
        #expect(rows.dropLast().last?.contains(",Tea,") == true)
    }

    @Test("A file is private, replaced only with --force, and summarized as JSON")
    func file() async throws {
        let file = scratch.path + "/events.ndjson"

        let first = try await run("export", "--format", "ndjson", "--output", file, "--json")
        let again = try await run("export", "--format", "ndjson", "--output", file)
        let forced = try await run("export", "--format", "ndjson", "--output", file, "--force")

        #expect(try fields(first)["events"] as? Int == 4)
        #expect(again.code == EX_CANTCREAT)
        #expect(again.error.contains("--force"))
        #expect(forced.output.contains("Wrote 4 events to "))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!names.contains { $0.contains("partial") })
    }

    @Test("A failed export leaves no file")
    func failure() async throws {
        let file = scratch.path + "/none.csv"

        let result = try await run("export", "--type", "Nothing", "--output", file)

        #expect(result.code == EX_NOINPUT)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!names.contains { $0.hasPrefix("none") })
    }

    @Test("A stopped export leaves no file and no part of one")
    func stopped() async throws {
        let type = "00000000-0000-0000-0000-000000000001"
        let lines = (0..<20_000).map { number in
            let id = "00000000-0000-0000-0001-\(String(format: "%012d", number))"
            let time = "\"2026-01-15T08:00:00.000Z\""
            return """
                {"id":"\(id)","version":0,"created_at":\(time),"updated_at":\(time),\
                "event_type_id":"\(type)","timestamp":\(time),"event_type_name":"Many"}
                """
        }
        let many = try scratch.write(lines.joined(separator: "\n"), to: "many.ndjson")
        try await run("import", "--events", many)
        let directory = scratch.path + "/out"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        func files() async throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory)
        }

        let process = try TrendyProcess(
            ["export", "--output", directory + "/events.csv", "--profile", profile]
        )
        while process.isRunning, try await files().isEmpty {}
        process.terminate()
        let result = await process.wait()

        // The export may have ended before the signal.
        #expect([0, 130].contains(result.code))
        #expect(try await files() == (result.code == 0 ? ["events.csv"] : []))
    }

    @Test(
        "Options that do not fit the format are wrong usage",
        arguments: [
            ["--json"], ["--all"], ["--with-types"], ["--format", "gpx", "--spreadsheet-safe"],
            ["--format", "gpx", "--from-server"], ["--from-server", "--metric", "steps"],
            ["--format", "xls"],
        ]
    )
    func usage(_ options: [String]) async throws {
        let result = try await TrendyProcess(["export", "--profile", profile] + options).wait()

        #expect(result.code == EX_USAGE)
    }

    @Test("An export with types makes the same events in a new profile, with the same bytes")
    func roundTrip() async throws {
        let file = scratch.path + "/copy.json"
        let other = scratch.path + "/b"
        try await run("export", "--format", "json", "--with-types", "--output", file)

        let first = try await run("import", "--events", file, "--json", profile: other)
        let second = try await run("import", "--events", file, "--json", profile: other)

        let created = try #require(try fields(first)["created"] as? [String: Int])
        #expect(created == ["event": 4, "event_type": 2])
        #expect(try fields(second)["existing"] as? Int == 6)
        func contents(_ profile: String) async throws -> [String] {
            try await run("export", profile: profile).output.components(separatedBy: "\r\n").map {
                row in
                // The times of the record itself are those of the import.
                row.replacing(/20\d\d-[^,]*Z,20\d\d-[^,]*Z,([^,]*)$/) { "\($0.output.1)" }
            }
        }
        #expect(try await contents(profile) == contents(other))
    }

    @Test(
        "The server exports the bytes that the device does",
        arguments: ["csv", "json", "ndjson"]
    )
    func server(_ format: String) async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        try await run("signup", "--server", server.url, "--email", "a@example.org")
        try await run("sync")

        let own = try await run("export", "--format", format)
        let downloaded = try await run("export", "--from-server", "--format", format)
        let tea = try await run("export", "--from-server", "--format", format, "--type", "Tea")

        #expect(own.code == 0)
        #expect(downloaded.output == own.output)
        #expect(own.output.contains("with, comma"))
        #expect(tea.output.contains("Tea"))
        #expect(!tea.output.contains("Coffee"))
        #expect(await server.stop().code == 0)
    }

    @Test("A file that is not an export is refused with a remedy")
    func refusals() async throws {
        let text = try scratch.write("hello", to: "x.json")
        let damaged = try scratch.write("{\"id\":1}\n{\"id\":2}\n", to: "y.json")

        let foreign = try await run("import", "--events", text)
        let partial = try await run("import", "--events", damaged, "--json")
        let strict = try await run("import", "--events", damaged, "--strict")
        let missing = try await run("import", "--events", scratch.path + "/none")

        #expect(foreign.code == EX_DATAERR)
        #expect(foreign.error.contains("trendy export"))
        #expect(try fields(partial)["invalid"] as? Int == 2)
        #expect(strict.code == EX_DATAERR)
        #expect(strict.error.contains("Nothing was imported"))
        #expect(missing.code == EX_NOINPUT)
    }
}

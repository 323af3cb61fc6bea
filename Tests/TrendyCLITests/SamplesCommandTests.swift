import Foundation
import Testing

@Suite("Keeping samples", .serialized)
struct SamplesCommandTests {
    private let scratch: Scratch
    private let profile: String

    init() throws {
        scratch = try Scratch()
        profile = scratch.path + "/profile"
    }

    private var archive: String { profile + "/samples.sqlite" }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", profile]).wait()
    }

    private func export(_ records: Int, end: String = "</HealthData>") throws -> String {
        let lines = (0..<records).map { index in
            """
            <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
            startDate="2026-01-05 10:\(10 + index / 60 % 50):\(10 + index % 50) +0000" \
            endDate="2026-01-05 11:00:00 +0000" value="\(index)"/>
            """
        }
        return try scratch.write(
            "<HealthData>" + lines.joined(separator: "\n") + end,
            to: "\(records).xml"
        )
    }

    private func kept(_ result: TrendyProcess.Result) throws -> [String: Int]? {
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return (json as? [String: Any])?["samples"] as? [String: Int]
    }

    /// The number of samples as the list reports it.
    private func count() async throws -> Int {
        let result = try await run("samples", "--json")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return (json as? [[String: Any]])?.first?["count"] as? Int ?? 0
    }

    @Test("An import keeps samples when it is asked to, or by the stored setting")
    func keep() async throws {
        let export = try export(3)
        #expect(try await kept(run("import", export, "--json")) == nil)
        #expect(!FileManager.default.fileExists(atPath: archive))

        #expect(try await kept(run("import", export, "--keep-samples", "--json"))?["added"] == 3)
        #expect(try await kept(run("import", export, "--json")) == nil)
        #expect(try await run("samples", "keep", "on").output == "Imports keep samples.\n")
        #expect(try await kept(run("import", export, "--json"))?["known"] == 3)
        #expect(try await kept(run("import", export, "--no-keep-samples", "--json")) == nil)
        #expect(try await run("samples", "keep", "off").output == "Imports keep no samples.\n")
        #expect(try await kept(run("import", export, "--json")) == nil)
    }

    @Test("Samples are deleted by kind, only with a confirmation")
    func delete() async throws {
        _ = try await run("import", export(3), "--keep-samples")

        let unconfirmed = try await run("samples", "delete", "HeartRate")
        #expect(unconfirmed.code == 64)
        #expect(unconfirmed.error.contains("--yes"))
        #expect(try await count() == 3)
        #expect(try await run("samples", "delete", "Nothing", "--yes").code == 66)
        #expect(try await run("samples", "delete", "--yes").code == 64)

        let deleted = try await run("samples", "delete", "HeartRate", "--yes")
        #expect(deleted.output == "Deleted 3 samples.\n")
        #expect(try await count() == 0)
    }

    @Test("A refused export changes no samples")
    func refused() async throws {
        _ = try await run("import", export(3), "--keep-samples")

        let damaged = try await run("import", export(5, end: ""), "--strict", "--keep-samples")
        let unknown = try await run(
            "import",
            export(6),
            "--source-priority",
            "Nobody",
            "--keep-samples"
        )

        #expect(damaged.code == 65)
        #expect(unknown.code == 65)
        #expect(try await count() == 3)
    }

    @Test("Erasing a device deletes its samples")
    func erase() async throws {
        _ = try await run("import", export(3), "--keep-samples")

        #expect(try await run("erase", "--confirm", "local", "--with-unsent").code == 0)

        #expect(!FileManager.default.fileExists(atPath: archive))
    }

    @Test("After kill -9 the archive is as before, and the next import completes it")
    func killed() async throws {
        let export = try export(200_000)
        _ = try await run("import", self.export(3), "--keep-samples")

        let killed = try TrendyProcess(
            ["import", export, "--keep-samples", "--profile", profile]
        )
        while killed.isRunning, !FileManager.default.fileExists(atPath: archive + "-wal") {}
        killed.kill()
        _ = await killed.wait()

        #expect(try await [3, 200_000].contains(count()))
        _ = try await run("import", export, "--keep-samples")
        #expect(try await count() == 200_000)
    }
}

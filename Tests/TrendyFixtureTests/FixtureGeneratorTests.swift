import Foundation
import Testing
import TrendyFixture
import TrendyModel

@Suite("Export generator")
final class FixtureGeneratorTests {
    private let base = NSTemporaryDirectory() + "fixture-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: base)  // it is a temporary directory
    }

    private func directory() throws -> String {
        let path = base + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func generate(
        _ name: String = "export.xml",
        seed: UInt64 = 7,
        change: (inout FixtureOptions) -> Void = { _ in }
    ) throws -> (summary: FixtureSummary, directory: String, xml: Data) {
        let directory = try directory()
        var options = FixtureOptions(seed: seed)
        options.days = 20
        options.density = 0.05
        change(&options)
        let path = directory + "/" + name
        let summary = try FixtureGenerator(options)
            .write(to: path, expectedTotalsPath: directory + "/truth.json")
        return (summary, directory, try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Runs a command and returns its exit status; `nil` when the command is not installed.
    private func run(_ command: String, _ arguments: [String]) throws -> Int32? {
        guard FileManager.default.isExecutableFile(atPath: command) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test("The same seed gives the same bytes, and another seed gives other bytes")
    func seedDecides() throws {
        let first = try generate()
        let second = try generate()
        let third = try generate(seed: 8)

        #expect(first.xml == second.xml)
        #expect(first.xml != third.xml)
    }

    @Test("Expected totals match the records of every day")
    func truthIsWhole() throws {
        let made = try generate { $0.density = 1 }

        let data = try Data(contentsOf: URL(fileURLWithPath: made.summary.expectedTotalsPath))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let days = try #require(json["days"] as? [[String: Any]])
        #expect(days.count == 20)
        #expect(days.last?["day"] as? String == "2026-04-12")
        #expect(days.allSatisfy { ($0["steps"] as? Double ?? 0) > 500 })
        #expect(days.allSatisfy { ($0["asleep_seconds"] as? Int ?? 0) > 10_000 })
    }

    @Test(
        "The XML is well-formed except for the malformed document type",
        arguments: [false, true]
    )
    func isWellFormed(isMalformed: Bool) throws {
        let made = try generate { $0.hasMalformedDTD = isMalformed }

        let status = try run("/usr/bin/xmllint", ["--stream", "--noout", made.summary.path])
        if let status { #expect((status == 0) == !isMalformed) }
    }

    @Test("The zip opens and no temporary file remains")
    func zipOpens() throws {
        let made = try generate("export.zip")

        let status = try run("/usr/bin/unzip", ["-tq", made.summary.path])
        if let status { #expect(status == 0) }
        let names = try FileManager.default.contentsOfDirectory(atPath: made.directory)
        #expect(names.sorted() == ["export.zip", "truth.json"])
    }

    @Test("A requested size is met within three percent", arguments: [2_000_000, 60_000_000])
    func sizeIsMet(target: Int64) throws {
        let made = try generate {
            $0.targetBytes = target
            $0.density = 1
        }

        #expect(abs(made.summary.bytes - target) * 33 <= target)
    }

    @Test("The error for a missing directory names the directory")
    func missingDirectory() throws {
        let path = try directory() + "/none/export.xml"

        let error = #expect(throws: FixtureError.self) {
            try FixtureGenerator(FixtureOptions(seed: 1)).write(
                to: path,
                expectedTotalsPath: path + ".json"
            )
        }
        #expect(error?.message.contains(path) == true)
    }
}

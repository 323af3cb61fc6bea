import Foundation
import Testing

@Suite("Explaining a day", .serialized)
struct ExplainCommandTests {
    private let scratch: Scratch
    private let profile: String

    init() throws {
        scratch = try Scratch()
        profile = scratch.path + "/profile"
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", profile]).wait()
    }

    private func steps(_ source: String, _ from: String, _ to: String, _ value: Int) -> String {
        """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
        startDate="2026-01-05 \(from):00 +0000" endDate="2026-01-05 \(to):00 +0000" \
        value="\(value)"/>
        """
    }

    private func importSteps(_ options: String...) async throws {
        let export = try scratch.write(
            "<HealthData><ExportDate value=\"2026-01-06 08:00:00 +0000\"/>"
                + steps("Anna's Watch", "10:00", "10:20", 2000)
                + steps("iPhone", "10:10", "10:30", 1800)
                + steps("iPhone", "12:00", "12:10", -5) + "</HealthData>",
            to: "export.xml"
        )
        let command = ["import", export, "--time-zone", "UTC", "--profile", profile] + options
        #expect(try await TrendyProcess(command).wait().code == 0)
    }

    @Test("Each source is shown with what it says and what counts, as text and as JSON")
    func kept() async throws {
        try await importSteps("--keep-samples")

        let text = try await run("explain", "2026-01-05", "steps", "--time-zone", "UTC").output
        let json = try await run("explain", "2026-01-05", "Steps", "--time-zone", "UTC", "--json")
            .output

        #expect(text.contains("2,900 steps: computed by this device"))
        #expect(text.contains("Anna's Watch"))
        #expect(text.contains("The samples give the stored number."))
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        )
        let sources = try #require(object["sources"] as? [[String: Any]])
        #expect(sources.map { $0["name"] as? String } == ["Anna's Watch", "iPhone"])
        #expect(sources.map { $0["alone"] as? Double } == [2000, 1800])
        #expect(sources.map { ($0["counted"] as? Double)?.rounded() } == [2000, 900])
        #expect(sources.map { $0["overlappedMinutes"] as? Double } == [0, 10])
        #expect(object["computed"] as? Double == 2900)
    }

    @Test("Without kept samples the stored result is shown, and how to keep them")
    func notKept() async throws {
        try await importSteps()

        let text = try await run("explain", "2026-01-05", "steps", "--time-zone", "UTC").output

        #expect(text.contains("2,900 steps"))
        #expect(text.contains("--keep-samples"))
    }

    @Test("An unknown metric is refused with the way to list them")
    func unknown() async throws {
        let result = try await run("explain", "2026-01-05", "shoe_size")

        #expect(result.code == 64)
        #expect(result.error.contains("trendy health --all"))
    }
}

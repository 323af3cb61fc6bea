import Foundation
import Testing

@Suite("Importing an export", .serialized)
struct ImportCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Two days on which the Watch and the phone overlap.
    ///
    /// Apple's sum is the phone's on the first day and 10 kcal more on the second.
    private func export(phone: String = "iPhone") throws -> String {
        func energy(_ source: String, _ day: String, _ value: Int) -> String {
            """
            <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="\(source)" \
            unit="kcal" startDate="\(day) 10:00:00 +0000" endDate="\(day) 11:00:00 +0000" \
            value="\(value)"/>

            """
        }
        func sum(_ day: String, _ value: Int) -> String {
            """
            <ActivitySummary dateComponents="\(day)" activeEnergyBurned="\(value)" \
            activeEnergyBurnedUnit="kcal"/>

            """
        }
        let (first, second) = ("2026-01-05", "2026-01-06")
        return try scratch.write(
            "<HealthData><ExportDate value=\"2026-01-07 09:00:00 +0000\"/>"
                + energy("Apple Watch", first, 100) + energy(phone, first, 80)
                + energy("Apple Watch", second, 200) + energy(phone, second, 150)
                + sum(first, 80) + sum(second, 160) + "</HealthData>",
            to: "export.xml"
        )
    }

    private func run(_ export: String, _ options: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(
            ["import", export, "--time-zone", "UTC", "--verify", "--profile"]
                + [scratch.path + "/\(UUID().uuidString)"] + options
        ).wait()
    }

    /// The error of each day, in percent.
    private func errors(_ result: TrendyProcess.Result) throws -> [Double] {
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let fields = try #require(json as? [String: Any])
        let verification = try #require(fields["verification"] as? [String: Any])
        let days = try #require(verification["errors"] as? [[String: Any]])
        return days.map { (($0["error"] as? Double ?? .nan) * 10_000).rounded() / 100 }
    }

    @Test("The source priority is Apple's, the given one, or inferred from Apple's sums")
    func sourcePriority() async throws {
        let export = try export()

        #expect(try await errors(run(export, "--json")) == [25, 25])
        #expect(
            try await errors(run(export, "--json", "--source-priority", "iPhone")) == [0, -6.25]
        )
        #expect(try await errors(run(export, "--json", "--infer-source-priority")) == [0, -6.25])
        let both = try await run(export, "--infer-source-priority", "--source-priority", "iPhone")
        #expect(both.code == 64)
        let unknown = try await run(export, "--source-priority", "Android")
        #expect(unknown.code == 65)
        #expect(unknown.error.contains("Apple Watch, iPhone"))
    }

    @Test("A source name matches with any apostrophe and is shown as Health writes it")
    func typedNames() async throws {
        // Regression: a name copied from the Health app was refused.
        let phone = "Anna\u{2019}s\u{A0}iPhone"
        let export = try export(phone: phone)

        for name in ["Anna's iPhone", "Anna\u{2019}s iPhone", phone] {
            #expect(
                try await errors(run(export, "--json", "--source-priority", name)) == [0, -6.25]
            )
        }
        #expect(try await run(export, "--source-priority", "Android").error.contains(phone))
        let fitted = try await run(export, "--infer-source-priority")
        #expect(fitted.output.contains("Sources in the order \(phone), Apple Watch: "))
    }

    @Test("Each day that differs from Apple's sum is listed with its error")
    func days() async throws {
        let fitted = try await run(try export(), "--infer-source-priority")

        #expect(fitted.code == 0)
        #expect(
            fitted.output.contains(
                "Sources in the order iPhone, Apple Watch: the mean error is 3.12 %"
            )
        )
        #expect(fitted.output.contains("within 1 % on 1 of 2 days"))
        #expect(fitted.output.contains("    2026-01-06 -6.25 %"))
        #expect(!fitted.output.contains("    2026-01-05"))
    }
}

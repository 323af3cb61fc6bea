import Foundation
import Testing
import TrendyFixture
import TrendyModel

@Suite("Export generator with all kinds")
final class AllKindsTests {
    private let base = NSTemporaryDirectory() + "kinds-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: base)  // it is a temporary directory
    }

    private func generate(
        _ kinds: FixtureKinds,
        change: (inout FixtureOptions) -> Void = { _ in }
    ) throws -> (summary: FixtureSummary, xml: String) {
        let directory = base + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        var options = FixtureOptions(seed: 7)
        options.days = 20
        options.density = 0.1
        options.kinds = kinds
        change(&options)
        let summary = try FixtureGenerator(options).write(
            to: directory + "/export.xml",
            expectedTotalsPath: directory + "/totals.json"
        )
        return (summary, try String(contentsOfFile: summary.path, encoding: .utf8))
    }

    /// The records and other elements at the top level, without what is in them.
    private func lines(_ xml: String, beginning prefix: String) -> [Substring] {
        xml.split(separator: "\n").filter { $0.hasPrefix(" <\(prefix)") }
    }

    @Test("The records of a standard export are also in one of all kinds, in the same order")
    func standardRecords() throws {
        let standard = try generate(.standard)
        let all = try generate(.all)

        #expect(standard.summary.kindTotals.isEmpty)
        let expected = lines(standard.xml, beginning: "Record").filter {
            !$0.contains("BloodPressure")
        }
        var rest = lines(all.xml, beginning: "Record")[...]
        for line in expected {
            let index = try #require(rest.firstIndex(of: line))
            rest = rest[(index + 1)...]
        }
        #expect(lines(standard.xml, beginning: "Workout ") == lines(all.xml, beginning: "Workout "))
    }

    @Test("The same options give the same bytes, and other units give other ones")
    func repeatable() throws {
        let first = try generate(.all)
        let second = try generate(.all)
        let imperial = try generate(.all) { $0.units = .imperial }

        #expect(first.xml == second.xml)
        #expect(first.summary.kindTotals == second.summary.kindTotals)
        #expect(first.xml.contains("unit=\"mmol&lt;180.1558800000541&gt;/L\""))
        for unit in ["mi", "lb", "degF", "mg/dL", "ft", "in"] {
            #expect(imperial.xml.contains("unit=\"\(unit)\""), "\(unit)")
            #expect(!first.xml.contains("unit=\"\(unit)\""), "\(unit)")
        }
    }

    @Test("Every type of the table has records, expected results and a place in the file")
    func everyType() throws {
        let made = try generate(.all) { $0.days = 40 }

        #expect(GeneratedKind.all.count == 189)
        #expect(Set(GeneratedKind.all.map(\.identifier)).count == 189)
        let types = Set(
            lines(made.xml, beginning: "Record").compactMap { line in
                line.split(separator: "\"").dropFirst().first.map(String.init)
            }
        )
        #expect(types == Set(GeneratedKind.all.map(\.identifier)))
        for kind in GeneratedKind.all {
            let totals = made.summary.kindTotals[kind.identifier] ?? [:]
            #expect(!totals.isEmpty, "\(kind.identifier)")
        }
        for part in [
            "HKCorrelationTypeIdentifierFood", "HKCorrelationTypeIdentifierBloodPressure",
            "<Audiogram ", "<SensitivityPoint ", "<HeartRateVariabilityMetadataList>",
            "HKWasUserEntered",
        ] {
            #expect(made.xml.contains(part), "\(part)")
        }
    }

    @Test("The expected results by type agree with those of the standard types")
    func agreement() throws {
        let made = try generate(.all) { $0.density = 0.5 }

        let data = try Data(contentsOf: URL(fileURLWithPath: made.summary.expectedTotalsPath))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let days = try #require(json["days"] as? [[String: Any]])
        let kinds = try #require(json["kinds"] as? [String: [String: [String: Any]]])
        #expect(kinds.count == GeneratedKind.all.count)
        for day in days {
            let name = try #require(day["day"] as? String)
            for (type, property, result) in [
                ("StepCount", "steps", "sum"), ("ActiveEnergyBurned", "active_energy_kcal", "sum"),
                ("HeartRate", "heart_rate_samples", "starts"),
            ] {
                let total = kinds["HKQuantityTypeIdentifier" + type]?[name]?[result] as? Double
                let expected = try #require(day[property] as? Double)
                #expect(abs((total ?? 0) - expected) < 1e-6, "\(type) \(name)")
            }
        }
    }

    @Test("The export is well-formed", arguments: FixtureUnits.allCases)
    func isWellFormed(units: FixtureUnits) throws {
        let made = try generate(.all) { $0.units = units }
        let command = "/usr/bin/xmllint"
        guard FileManager.default.isExecutableFile(atPath: command) else { return }

        let process = try Process.run(
            URL(fileURLWithPath: command),
            arguments: ["--stream", "--noout", made.summary.path]
        )
        process.waitUntilExit()

        #expect(process.terminationStatus == 0)
    }

    @Test("More days than fit into memory are refused with the limit")
    func tooLong() {
        let error = #expect(throws: FixtureError.self) {
            try generate(.all) { $0.days = 4_001 }
        }

        #expect(error?.message.contains("4000") == true)
    }
}

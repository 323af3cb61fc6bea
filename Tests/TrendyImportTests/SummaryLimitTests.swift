import Testing
import TrendyImport

@Suite("Limits of summaries in exports")
struct SummaryLimitTests {
    /// Elements of which an event is made each, in their shortest form.
    private static let elements = [
        #"<ActivitySummary dateComponents="2026-01-15" activeEnergyBurned="1"/>"#,
        #"<ActivitySummary dateComponents="2026-01-15" appleStandHours="1"/>"#,
        #"<Audiogram startDate="2026-01-15 08:00:00 +0000" endDate="2026-01-15 08:00:00 +0000"/>"#,
    ]

    @Test(
        "More summaries than are plausible are refused, whatever they contain",
        arguments: elements
    )
    func tooMany(element: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write(export(String(repeating: element + "\n", count: 100_001)))

        let error = #expect(throws: ImportError.self) { try scratch.read(path) }

        #expect(error?.code == .tooLarge)
        #expect(error?.path == path)
    }
}

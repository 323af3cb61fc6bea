import Testing
import TrendyHealth
import TrendyModel

@testable import TrendyArchive

@Suite("Health samples of an archive")
struct ArchivedHealthSourceTests {
    private let fixture: ArchiveFixture
    private let source: ArchivedHealthSource

    init() throws {
        fixture = try ArchiveFixture()
        source = ArchivedHealthSource(fixture.archive)
    }

    /// 11 January 2026 in UTC.
    private let day = Instant(seconds: 1_768_089_600)..<Instant(seconds: 1_768_176_000)

    private func reading(_ value: String, _ unit: String, at time: String) -> String {
        steps(
            value,
            at: "2026-01-11 \(time) +0000",
            until: "2026-01-11 \(time) +0000",
            unit: unit,
            type: "HKQuantityTypeIdentifierOxygenSaturation"
        )
    }

    @Test("Samples are those that an import makes: unit, time, source and manual entry")
    func samples() async throws {
        try fixture.load(
            steps("500", at: "2026-01-11 12:00:00 +0200", until: "2026-01-11 12:10:00 +0200")
                + steps(
                    "20",
                    at: "2026-01-11 13:00:00 +0000",
                    until: "2026-01-11 13:01:00 +0000",
                    source: "Anna’s Watch",
                    device: "&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, hardware:Watch6,2&gt;",
                    inside: "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
                )
        )

        let samples = try await source.samples(of: .steps, in: day)

        #expect(samples.map(\.value) == [500, 20])
        #expect(
            samples.map(\.start.rfc3339) == [
                "2026-01-11T10:00:00.000Z", "2026-01-11T13:00:00.000Z",
            ]
        )
        #expect(samples.map { $0.end - $0.start } == [.seconds(600), .seconds(60)])
        #expect(samples.map(\.isUserEntered) == [false, true])
        let sources = await source.sources
        #expect(samples.map { sources[$0.source].name } == ["Anna’s iPhone", "Anna’s Watch"])
        #expect(samples.map { sources[$0.source].kind } == [.phone, .watch])
    }

    @Test("Only samples that reach into the span are returned, and invalid ones are left out")
    func span() async throws {
        try fixture.load(
            steps("1", at: "2026-01-10 23:00:00 +0000", until: "2026-01-11 00:00:00 +0000")
                + steps("2", at: "2026-01-10 23:30:00 +0000", until: "2026-01-11 00:30:00 +0000")
                + steps("-3", at: "2026-01-11 08:00:00 +0000", until: "2026-01-11 09:00:00 +0000")
                + steps("4", at: "2026-01-12 00:00:00 +0000", until: "2026-01-12 00:10:00 +0000")
        )

        #expect(try await source.samples(of: .steps, in: day).map(\.value) == [2])
        #expect(try await source.samples(of: .flightsClimbed, in: day).isEmpty)
    }

    @Test("Fractions become percentages, and labels become numbers")
    func values() async throws {
        try fixture.load(
            reading("0.97", "%", at: "08:00:00")
                + "<Record type=\"HKCategoryTypeIdentifierHeadache\" sourceName=\"Health\" "
                + "startDate=\"2026-01-11 09:00:00 +0000\" endDate=\"2026-01-11 09:00:00 +0000\" "
                + "value=\"HKCategoryValueSeverityModerate\"/>"
        )
        let oxygen = try #require(HealthMetric(rawValue: "oxygen_saturation"))
        let headache = try #require(HealthMetric(rawValue: "headache"))

        #expect(try await source.samples(of: oxygen, in: day).map(\.value) == [97])
        #expect(try await source.samples(of: headache, in: day).map(\.value) == [3])
    }

    @Test("An archive has no changes, workouts, summaries or limits")
    func nothingElse() async throws {
        let changes = await source.changes(of: .steps, since: [1], limit: 10)

        #expect(changes.spans.isEmpty && changes.anchor == [1] && !changes.isAuthoritative)
        #expect(await source.workouts(startingIn: day).isEmpty)
        #expect(await source.summaries(of: .stateOfMind, in: day).isEmpty)
        #expect(await source.boundary(of: .steps) == nil)
        #expect(await source.hasSamples(of: .steps, type: 0))
        #expect(!source.hasFingerprints)
    }
}

import Foundation
import GRDB
import Testing

@testable import TrendyArchive

@Suite("Hostile exports in the archive")
struct HostileInputTests {
    @Test("100,000 metadata entries in one record are cut at a limit")
    func metadata() throws {
        let fixture = try ArchiveFixture()
        let entries = (0..<100_000).map { "<MetadataEntry key=\"k\($0)\" value=\"v\"/>" }.joined()

        let summary = try fixture.load(steps(inside: entries) + steps("9"))

        #expect(summary.added == 2)
        #expect(summary.omitted > 50_000)
        let sizes = try fixture.rows("SELECT max(length(json)) FROM metadata")
        #expect(try #require(Int(sizes[0])) < 4 * MetadataTable.maximumBytes)
    }

    @Test("100,000 records with metadata of their own are kept")
    func distinctMetadata() throws {
        let fixture = try ArchiveFixture()
        let body = (0..<100_000).map {
            steps("\($0)", inside: "<MetadataEntry key=\"k\($0)\" value=\"v\"/>")
        }.joined()

        try fixture.load(body)
        let again = try fixture.load(body)

        #expect(again.added == 0)
        #expect(try fixture.rows("SELECT count(*) FROM metadata") == ["100000"])
    }

    @Test("Values, names and sources of 200 KB are truncated")
    func long() throws {
        let fixture = try ArchiveFixture()
        let long = String(repeating: "x", count: 200_000)

        let summary = try fixture.load(
            steps(long) + steps(source: long, version: long, device: long, unit: long)
                + steps(type: long) + steps("9")
        )

        #expect(summary.added == 3)
        #expect(summary.omitted == 1)
        let longest = try fixture.rows(
            "SELECT max(length(value)), max(length(source)), max(length(device)) FROM samples"
        )
        #expect(longest == ["4096|4096|4096"])
    }

    @Test("Too many equal records are counted and left out, in short time")
    func equal() throws {
        let fixture = try ArchiveFixture()
        let count = Int(Ordinals.maximum) + 5_000

        let summary = try fixture.load(String(repeating: steps(), count: count))

        #expect(summary.added == Int(Ordinals.maximum) + 1)
        #expect(summary.omitted == count - summary.added)
    }

    @Test("Too many kinds are counted and left out")
    func kinds() throws {
        let fixture = try ArchiveFixture()

        let summary = try fixture.load((0..<6_000).map { steps(type: "K\($0)") }.joined())

        #expect(summary.added == 5_000)
        #expect(summary.omitted == 1_000)
    }

    @Test("Sources, units and labels beyond the caches are kept")
    func manyTexts() throws {
        let fixture = try ArchiveFixture()
        let body = (0..<10_000).map { steps("label\($0)", source: "s\($0)", unit: "u\($0)") }
            .joined()

        try fixture.load(body)
        let again = try fixture.load(body)

        #expect(again.added == 0)
        #expect(
            try fixture.rows("SELECT count(*), count(DISTINCT source) FROM samples") == [
                "10000|10000"
            ]
        )
        #expect(try fixture.rows("SELECT count(*) FROM origin") == ["10000"])
    }

    @Test("Dates out of range, reversed and missing do no harm")
    func dates() throws {
        let fixture = try ArchiveFixture()

        let summary = try fixture.load(
            steps(at: "x") + steps(until: "y") + steps(created: "z")
                + steps(at: "9999-12-31 23:59:59 -9999", until: "0001-01-01 00:00:00 +9999")
        )

        #expect(summary.undated == 1)
        #expect(summary.added == 3)
        #expect(try fixture.rows("SELECT count(*) FROM samples WHERE created IS NULL") == ["1"])
    }

    @Test("A workout with a million parts is cut at a limit")
    func workout() throws {
        let fixture = try ArchiveFixture()
        let part =
            "<WorkoutEvent type=\"HKWorkoutEventTypeLap\" date=\"2026-04-11 12:35:15 +0200\">"
        let parts = String(repeating: part, count: 50_000)

        let summary = try fixture.load(
            "<Workout workoutActivityType=\"A\" startDate=\"2026-04-11 12:35:15 +0200\">\(parts)"
        )

        #expect(summary.addedElements == 1)
        #expect(summary.omitted > 40_000)
        #expect(try fixture.rows("SELECT json_valid(content) FROM element") == ["1"])
    }
}

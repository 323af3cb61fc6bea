import Foundation
import GRDB
import Testing
import TrendyFixture
import TrendyImport

@testable import TrendyArchive

@Suite("Importing again")
struct ReimportTests {
    private let kilometre = "HKQuantityTypeIdentifierDistanceWalkingRunning"

    @Test("The same export adds nothing")
    func same() throws {
        let fixture = try ArchiveFixture()
        let body = steps() + steps("9") + steps("0.5", unit: "km", type: kilometre)
        try fixture.load(body)
        let before = try fixture.identities()

        let summary = try fixture.load(body)

        #expect(summary.added == 0)
        #expect(summary.known == 3)
        #expect(try fixture.identities() == before)
    }

    @Test("Another order, zone and pointer are the same samples")
    func order() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(steps() + steps("9"))
        let before = try fixture.identities()

        let summary = try fixture.load(
            ["9", "173"].map { value in
                steps(
                    value,
                    at: "2026-01-11 09:14:05 -0500",
                    until: "2026-01-11 09:19:23 -0500",
                    created: "2026-01-11 09:32:27 -0500",
                    device: "&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, hardware:iPhone14,5&gt;"
                )
            }.joined()
        )

        #expect(summary.added == 0)
        #expect(try fixture.identities() == before)
        #expect(try fixture.rows("SELECT count(*) FROM device") == ["1"])
    }

    @Test("Equal samples of one export keep their number, also when imported again")
    func equals() throws {
        let fixture = try ArchiveFixture()
        let three = steps() + steps("9") + steps() + steps(source: "Other")
        try fixture.load(three)
        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["4"])

        let again = try fixture.load(three)
        #expect(again.added == 0)
        let more = try fixture.load(three + steps())

        #expect(more.added == 1)
        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["5"])
    }

    @Test("A renamed source and a new version change the stored samples")
    func renamed() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(steps() + steps("9", source: "Watch"))

        let summary = try fixture.load(
            steps(source: "Bob’s iPhone", version: "19.0") + steps("9", source: "Watch")
        )

        #expect(summary.added == 0)
        #expect(
            try fixture.rows("SELECT value, source, source_version FROM samples ORDER BY value")
                == ["9|Watch|18.3", "173|Bob’s iPhone|19.0"]
        )
    }

    @Test("Another unit replaces the values and adds no samples")
    func units() throws {
        let fixture = try ArchiveFixture()
        let other = "2026-01-12 16:14:05 +0200"
        try fixture.load(
            steps("5", unit: "km", type: kilometre)
                + steps("7", unit: "km", type: kilometre)
                + steps("1", at: other, unit: "km", type: kilometre) + steps()
        )

        let miles =
            steps("3.10686", unit: "mi", type: kilometre)
            + steps("4.3496", unit: "mi", type: kilometre)
            + steps("0.621371", at: other, unit: "mi", type: kilometre) + steps()
        let summary = try fixture.load(miles)
        let again = try fixture.load(miles)

        #expect(summary.added == 0)
        #expect(summary.converted == 3)
        #expect(again.converted == 0)
        #expect(
            try fixture.rows("SELECT value, unit FROM samples ORDER BY value") == [
                "0.621371|mi", "3.10686|mi", "4.3496|mi", "173|count",
            ]
        )
        #expect(try fixture.rows("SELECT count(*) FROM kind_unit") == ["2"])
    }

    @Test("A sample that the export no longer has stays")
    func gone() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(steps() + steps("9"))

        try fixture.load(steps("9"))

        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["2"])
    }

    @Test("A workout is replaced by its later form")
    func workout() throws {
        let fixture = try ArchiveFixture()
        func run(_ distance: String) -> String {
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" "
                + "totalDistance=\"\(distance)\" startDate=\"2026-04-11 12:35:15 +0200\" "
                + "endDate=\"2026-04-11 13:36:22 +0200\"/>"
        }
        try fixture.load(run("5"))

        let summary = try fixture.load(run("3.1") + run("3.2"))

        #expect(summary.addedElements == 1)
        #expect(
            try fixture.rows("SELECT content ->> '$.totalDistance' FROM element ORDER BY 1")
                == ["3.1", "3.2"]
        )
    }

    @Test("An import that fails in the middle changes nothing")
    func failure() throws {
        struct Stop: Error {}
        let fixture = try ArchiveFixture()
        try fixture.load(steps())

        #expect(throws: Stop.self) {
            try fixture.archive.importing { sink in
                let file = fixture.directory + "/other.xml"
                try Data(export(steps("9")).utf8).write(to: URL(fileURLWithPath: file))
                _ = try AppleHealthExport.read(
                    path: file,
                    spoolDirectory: fixture.directory,
                    sink: sink
                )
                throw Stop()
            }
        }

        #expect(try fixture.rows("SELECT value FROM samples") == ["173"])
        #expect(try fixture.load(steps("9")).added == 1)
    }

    @Test("A generated export is kept whole, and nothing is added by a second import")
    func generated() throws {
        let fixture = try ArchiveFixture()
        let path = fixture.directory + "/generated.xml"
        var options = FixtureOptions(seed: 7)
        options.days = 2
        let written = try FixtureGenerator(options)
            .write(to: path, expectedTotalsPath: fixture.directory + "/truth.json")

        let first = try fixture.load(path: path)
        let second = try fixture.load(path: path)

        // The records of correlations are written twice.
        #expect(written.records - first.records <= 2)
        #expect(first.added == first.records)
        #expect(second.known == first.records)
        #expect(try fixture.rows("SELECT count(*) FROM samples") == ["\(first.records)"])
        #expect(try fixture.rows("SELECT count(*) FROM workouts") == ["\(written.workouts)"])
    }

    @Test("A full disk ends the import with an error, and changes nothing")
    func full() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(steps())
        try fixture.archive.queue.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 4)")
        }

        let error = #expect(throws: ArchiveError.self) {
            try fixture.load((0..<20_000).map { steps("\($0)") }.joined())
        }

        #expect(error?.code == .diskFull)
        #expect(try fixture.rows("SELECT value FROM samples") == ["173"])
        #expect(try fixture.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test("A truncated export and the complete one after it give the same as the complete one")
    func truncated() throws {
        let fixture = try ArchiveFixture()
        let complete = try ArchiveFixture()
        let body = (0..<500).map { steps("\($0 % 7)") }.joined(separator: "\n")
        let text = export(body)
        let file = fixture.directory + "/half.xml"
        try Data(text.utf8.prefix(text.utf8.count / 2)).write(to: URL(fileURLWithPath: file))

        try fixture.load(path: file)
        try fixture.load(body)
        try complete.load(body)

        #expect(try fixture.identities() == complete.identities())
        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["500"])
    }

    @Test(
        "Every export of another project has all its records, and only once",
        arguments: [
            "alxdrcirilo.xml", "alxdrcirilo.zip", "dogsheep.xml", "dogsheep-zip-export.xml",
            "paulstaab-v13.xml", "paulstaab-v13.zip", "tagbug.xml",
        ]
    )
    func fixtures(name: String) throws {
        let fixture = try ArchiveFixture()
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("TrendyImportTests/Fixtures/\(name)").path

        let first = try fixture.load(path: path)
        let before = try fixture.identities()
        let second = try fixture.load(path: path)

        #expect(first.records == first.added)
        #expect(before.count == first.records)
        #expect(first.omitted == 0)
        #expect(second.added == 0)
        #expect(second.addedElements == 0)
        #expect(try fixture.identities() == before)
    }
}

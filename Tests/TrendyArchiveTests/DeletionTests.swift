import Foundation
import GRDB
import Testing

@testable import TrendyArchive

@Suite("Listing and deleting samples")
struct DeletionTests {
    private let heartRate = "HKQuantityTypeIdentifierHeartRate"

    @Test("The list has the number and the first and last start of each kind")
    func list() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(
            steps() + steps("9", at: "2026-01-12 16:14:05 +0200") + steps("60", type: heartRate)
                + "<ActivitySummary dateComponents=\"2026-04-10\"/>"
        )

        let kinds = try fixture.archive.kinds()

        #expect(kinds.map(\.kind) == ["ActivitySummary", "HeartRate", "StepCount"])
        #expect(kinds.map(\.count) == [1, 1, 2])
        #expect(kinds[0].first == "2026-04-10T00:00:00Z")
        #expect(kinds[2].first == "2026-01-11T14:14:05Z")
        #expect(kinds[2].last == "2026-01-12T14:14:05Z")
        #expect(kinds.allSatisfy { $0.bytes > 0 })
    }

    @Test("A deleted kind is gone, with its texts and its space")
    func delete() throws {
        let fixture = try ArchiveFixture()
        let path = SampleArchive.path(in: fixture.directory)
        let secret = "<MetadataEntry key=\"note\" value=\"a secret note\"/>"
        try fixture.load(
            (0..<20_000).map { steps("\($0).5", type: heartRate, inside: secret) }.joined()
                + steps("7", source: "Scale")
        )
        _ = try fixture.archive.queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let before = try size(path)

        let deleted = try fixture.archive.delete([heartRate])

        #expect(deleted == 20_000)
        #expect(try size(path) < before / 3)
        #expect(try fixture.archive.kinds().map(\.kind) == ["StepCount"])
        #expect(try fixture.rows("SELECT source FROM samples") == ["Scale"])
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
            #expect(bytes.range(of: Data("a secret note".utf8)) == nil)
        }
        #expect(try fixture.load(steps("7", source: "Scale")).added == 0)
        #expect(try fixture.load(steps("60", type: heartRate)).added == 1)
    }

    @Test("Deleting everything keeps the setting")
    func deleteAll() throws {
        let fixture = try ArchiveFixture()
        try fixture.archive.setKeepsSamples(true)
        try fixture.load(steps() + "<ActivitySummary dateComponents=\"2026-04-10\"/>")

        #expect(try fixture.archive.delete(nil) == 2)

        #expect(try fixture.archive.kinds().isEmpty)
        #expect(try fixture.archive.keepsSamples())
        #expect(try fixture.archive.delete(nil) == 0)
    }

    @Test("A kind without samples is an error, and nothing is deleted")
    func unknown() throws {
        let fixture = try ArchiveFixture()
        try fixture.load(steps())

        let error = #expect(throws: ArchiveError.self) {
            try fixture.archive.delete(["StepCount", "Steps"])
        }

        #expect(error?.code == .unknownKind)
        #expect(error?.message.contains("'Steps'") == true)
        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["1"])
    }

    private func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}

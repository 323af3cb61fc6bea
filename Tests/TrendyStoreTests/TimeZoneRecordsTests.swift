import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@Suite("Stored time zone history")
struct TimeZoneRecordsTests {
    private let fixture: StoreFixture
    private let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    /// Berlin, and Rome from nine milliseconds after the epoch.
    private func history() throws -> ZoneHistory {
        let rome = ZoneHistory.Segment(
            start: Instant(milliseconds: 9),
            zone: try zone("Europe/Rome")
        )
        return ZoneHistory(try zone("Europe/Berlin"), changes: [rome])
    }

    @Test("The history survives a restart, and storing it again writes nothing")
    func restart() async throws {
        let zones = try history()
        #expect(store.zonesAtOpening == nil)
        #expect(try await store.read { try $0.timeZones.history() } == nil)
        try await store.write { try $0.timeZones.store(zones) }
        let before = try await store.database.read { $0.changesSinceOpening }

        try await store.write { try $0.timeZones.store(zones) }

        #expect(try await store.database.read { $0.changesSinceOpening } == before)
        try await store.close()
        let reopened = try fixture.open()
        #expect(reopened.zonesAtOpening == zones)
        #expect(try await reopened.read { try $0.timeZones.history() } == zones)
    }

    @Test("Damaged lines and unknown zones of a stored history are left out")
    func damaged() async throws {
        let zones = try history()
        try await store.write { try $0.timeZones.store(zones) }
        let lines = [
            "\(Int64.min) Europe/Berlin", "5", "", "now Europe/Paris", "7 Mars/Olympus",
            "9 Europe/Rome",
        ]
        try await store.database.write { db in
            try db.execute(
                sql: "UPDATE meta SET value = ? WHERE key = 'zones'",
                arguments: [Data(lines.joined(separator: "\n").utf8)]
            )
        }

        #expect(try await store.read { try $0.timeZones.history() } == zones)
    }
}

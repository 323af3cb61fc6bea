import GRDB
import Testing
import TrendyModel
import TrendyStore

@Suite("Diagnosis of a store")
struct DiagnosisTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    @Test("A diagnosis counts entities, failures, quarantined and deferred changes")
    func counts() async throws {
        let type = try await type("Coffee")
        _ = try await event(of: type)
        let deleted = try await event(of: type)
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.delete(id: deleted) }
        try await store.acceptBatch(version: 2)
        let refusals = [
            RawJSON(unchecked: #"{"type":"urn:trendy:name_taken"}"#.utf8), RawJSON("no"),
        ]
        for (index, problem) in refusals.enumerated() {
            _ = try await self.type("Bad \(index)")
            try await store.complete(
                try await store.batch(),
                .refused(problem: problem, retryAt: nil)
            )
        }
        let entity = try #require(try await store.entity(type))
        try await store.write { try $0.entities.update(id: type, change: change("icon", "cup")) }
        #expect(try await store.batch().count == 1)
        try await store.pull(entity.changed(version: 7, "color", "#112233"))
        let unreadable = UnreadableChange(
            entityID: EntityID(high: 1, low: 1),
            kind: "mood",
            reason: "unknown",
            json: RawJSON("x")
        )
        try await store.write {
            try $0.sync.apply(
                changes: [],
                unreadable: [unreadable],
                cursor: nil,
                policy: RemoteWins()
            )
            try $0.queue.update(serverOffset: .seconds(5))
        }

        let diagnosis = try await store.diagnose()

        #expect(diagnosis.entities == [.eventType: 3, .event: 1])
        #expect(diagnosis.deletedEntities == 1)
        #expect(diagnosis.failedByCode == ["name_taken": 1, "unknown": 1])
        #expect(diagnosis.quarantinedByKind == ["mood": 1])
        #expect(diagnosis.deferred == 1)
        #expect(diagnosis.serverOffset == .seconds(5))
        #expect(diagnosis.damage.isEmpty)
        #expect(diagnosis.schemaVersion == DeviceStore.schemaVersion)
    }

    @Test("The size of a database is that of all its pages")
    func size() async throws {
        let (pages, pageSize) = try await store.database.read { db in
            (
                try Int64.fetchOne(db, sql: "PRAGMA page_count"),
                try Int64.fetchOne(db, sql: "PRAGMA page_size")
            )
        }

        let diagnosis = try await store.diagnose()

        #expect(diagnosis.bytes == (try #require(pages)) * (try #require(pageSize)))
        #expect(diagnosis.bytes > 4096)
    }
}

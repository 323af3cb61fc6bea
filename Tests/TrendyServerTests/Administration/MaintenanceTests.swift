import Crypto
import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyWire

@Suite("Maintenance of a server's database")
struct MaintenanceTests {
    private let fixture: AdministrationFixture

    init() throws {
        fixture = try AdministrationFixture()
    }

    @Test("Statistics count accounts, entities, sessions and bytes, also beside a server")
    func statistics() async throws {
        try await fixture.fill(accounts: 2)
        let store = try fixture.open()

        let statistics = try fixture.administration.statistics()

        #expect(statistics.accounts == 2)
        #expect(statistics.entities["event"] == 20)
        #expect(statistics.entities["event_type"] == 2)
        #expect(statistics.entities["geofence"] == 0)
        #expect(statistics.tombstones == 0)
        #expect(statistics.sessions == 2)
        #expect(statistics.contentBytes > 1000)
        #expect(statistics.fileBytes > 0)
        #expect(statistics.pageBytes == 4096)
        try await store.close()
    }

    @Test("Statistics count devices, tombstones, the schema and the log")
    func moreStatistics() async throws {
        let ids = try await fixture.fill(accounts: 2, events: 3)
        let store = try fixture.open()
        for number in 0..<3 {
            try await store.saveReport(
                account: ids[number % 2],
                device: fixture.world.id(),
                report: DeviceReport(
                    name: "Phone",
                    pending: 0,
                    failed: 0,
                    oldestPendingSeconds: nil,
                    appVersion: "1",
                    schemaVersion: 1
                ),
                now: fixture.world.clock.now()
            )
        }
        try await store.queue.write { db in
            try db.execute(
                sql: "UPDATE entity SET deleted_at = 0, content = '{}' WHERE version = 2"
            )
        }

        let statistics = try fixture.administration.statistics()
        try await store.close()
        let closed = try fixture.administration.statistics()

        #expect(statistics.devices == 3)
        #expect(statistics.tombstones == 2)
        #expect(statistics.entities["event"] == 4)
        #expect(statistics.schema == 9)
        #expect(statistics.logBytes > 0)
        #expect(closed.logBytes == 0)
    }

    @Test("A vacuum removes free pages, and is refused while a server runs")
    func vacuum() async throws {
        try await fixture.fill(events: 400)
        try fixture.execute("DELETE FROM entity; DELETE FROM idempotency_record")
        do {
            let lock = try #require(try LocalFiles().lock(fixture.path))
            #expect(
                fixture.errorCode { _ = try fixture.administration.vacuum() } == .databaseInUse
            )
            withExtendedLifetime(lock) {}
        }
        let free = try fixture.administration.statistics().freePages

        let report = try fixture.administration.vacuum()

        #expect(free > 10)
        #expect(report.bytesAfter < report.bytesBefore)
        #expect(try fixture.administration.statistics().freePages == 0)
        #expect(try fixture.administration.statistics().fileBytes == report.bytesAfter)
    }

    @Test("A key rotation replaces the keys and ends every session")
    func rotation() async throws {
        try await fixture.fill(accounts: 2)
        let before = try fixture.open()
        try await before.close()

        let report = try fixture.administration.rotateKeys(endsSessions: true)

        let after = try fixture.open()
        #expect(report.sessions == 2)
        #expect(after.secrets.signingKey != before.secrets.signingKey)
        #expect(after.secrets.tokenKey != before.secrets.tokenKey)
        #expect(after.secrets.previousKey == nil)
        #expect(after.newAccountEpoch == before.newAccountEpoch)
        try await after.close()
        #expect(try fixture.administration.statistics().sessions == 0)
    }

    @Test("A rotation that keeps the sessions keeps the public half of the old key for an hour")
    func gentleRotation() async throws {
        try await fixture.fill(accounts: 2)
        let before = try fixture.open()
        try await before.close()

        let report = try fixture.administration.rotateKeys(endsSessions: false)

        let after = try fixture.open()
        let until = fixture.world.clock.now() + .seconds(3600)
        let old = try P256.Signing.PrivateKey(rawRepresentation: before.secrets.signingKey)
        #expect(report.sessions == 0)
        #expect(report.previousKeyValidUntil == until.rfc3339)
        #expect(after.secrets.signingKey != before.secrets.signingKey)
        #expect(after.secrets.previousKey?.publicKey == old.publicKey.rawRepresentation)
        #expect(after.secrets.previousKey?.validUntil == until)
        #expect(after.secrets.tokenKey == before.secrets.tokenKey)
        try await after.close()
        #expect(try fixture.administration.statistics().sessions == 2)
    }

    @Test("A key rotation is refused while a server runs")
    func rotationRefused() async throws {
        try await fixture.fill()
        let lock = try #require(try LocalFiles().lock(fixture.path))

        let code = fixture.errorCode {
            _ = try fixture.administration.rotateKeys(endsSessions: true)
        }

        #expect(code == .databaseInUse)
        withExtendedLifetime(lock) {}
    }

    @Test("Beside a server the store opens, unless its schema is older than the program")
    func openStore() async throws {
        try await fixture.fill()
        let lock = try #require(try LocalFiles().lock(fixture.path))

        let store = try fixture.administration.openStore()
        #expect(try await store.account(email: "a0@example.com") != nil)
        try await store.close()
        try fixture.execute(
            "DROP TABLE previous_epoch; DELETE FROM grdb_migrations WHERE identifier = '0003'"
        )
        let refused = fixture.errorCode { _ = try fixture.administration.openStore() }

        #expect(refused == .databaseInUse)
        withExtendedLifetime(lock) {}
    }

    @Test("Without a server, opening the store migrates an older schema")
    func openOldStore() async throws {
        try await fixture.fill()
        try fixture.execute(
            "DROP TABLE previous_epoch; DELETE FROM grdb_migrations WHERE identifier = '0003'"
        )

        let store = try fixture.administration.openStore()

        #expect(try await store.account(email: "a0@example.com") != nil)
        try await store.close()
    }
}

import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyServer

@testable import TrendyPostgres

@Suite("Failovers and restores between two starts of a server", .serialized)
struct FailoverStartTests {
    /// A server that wrote an account and stopped.
    private func stoppedServer(
        _ fixture: FailoverFixture
    ) async throws -> (account: EntityID, epoch: String) {
        let store = try await fixture.open("a", on: [fixture.primary])
        let account = try await fixture.addAccount(store)
        let epoch = try await fixture.epoch(account, store)
        try await store.close()
        return (account, epoch)
    }

    @Test("A stopped server proves with its file that nothing was lost; new servers rely on it")
    func provenByFile() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let (account, epoch) = try await stoppedServer(fixture)
        try fixture.primary.waitForStandby()
        fixture.primary.stop()
        try standby.promote()

        for name in ["a", "new"] {
            let store = try await fixture.open(name, on: [standby])
            #expect(try await fixture.epoch(account, store) == epoch)
            try await store.close()
        }
        #expect(try fixture.record(standby).hasSuffix(" 2 kept"))
        #expect(fixture.log.count(of: "new epoch") == 0, "\(fixture.log.lines)")
    }

    @Test("Without its file, or with one that may lack commits, a server renews the epochs")
    func unproven() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let killed = try await fixture.open("killed", on: [fixture.primary])
        let account = try await fixture.addAccount(killed)
        let epoch = try await fixture.epoch(account, killed)
        // The file of a server that is killed at this instant.
        let file = try Data(contentsOf: URL(fileURLWithPath: fixture.positions("killed")))
        try await killed.close()
        try file.write(to: URL(fileURLWithPath: fixture.positions("killed")))
        try fixture.primary.waitForStandby()
        fixture.primary.stop()
        try standby.promote()

        let first = try await fixture.open("killed", on: [standby])
        let renewed = try await fixture.epoch(account, first)
        #expect(renewed != epoch)
        let second = try await fixture.open("new", on: [standby])
        #expect(try await fixture.epoch(account, second) == renewed)
        #expect(fixture.log.count(of: "cannot prove") == 1, "\(fixture.log.lines)")
        try await first.close()
        try await second.close()
    }

    @Test("A server recognizes at its start a lost tail and an earlier copy of the cluster")
    func lost() async throws {
        let fixture = try FailoverFixture()
        let cluster = fixture.primary
        cluster.stop()
        let copy = try cluster.copyData()
        try cluster.start()
        let first = try await fixture.open("a", on: [cluster])
        for _ in 0..<100 { _ = try await fixture.addAccount(first) }
        try await first.close()
        cluster.stop()
        try cluster.restore(copy)
        try cluster.start()

        let second = try await fixture.open("a", on: [cluster])

        #expect(fixture.log.count(of: "has lost acknowledged changes") == 1)
        #expect(try await second.accounts().isEmpty)
        try await second.close()
    }

    @Test("Another cluster is refused with the remedy, which renews every epoch once")
    func otherCluster() async throws {
        let fixture = try FailoverFixture()
        let (account, epoch) = try await stoppedServer(fixture)
        // The record of a database that was dumped in another cluster.
        try fixture.primary.sql(
            "UPDATE meta SET value = '1234567 1 kept' WHERE key = 'timeline'",
            database: fixture.database
        )

        await #expect {
            try await fixture.open("a", on: [fixture.primary]).close()
        } throws: { error in
            (error as? ServerError)?.code == .foreignDatabase
                && "\(error)".contains("--restored")
        }

        let restored = try await fixture.open("a", on: [fixture.primary], isRestored: true)
        #expect(try await fixture.epoch(account, restored) != epoch)
        #expect(try fixture.renewals(account, fixture.primary) == 1)
        try await restored.close()
        let again = try await fixture.open("a", on: [fixture.primary])
        #expect(try fixture.renewals(account, fixture.primary) == 1)
        try await again.close()
    }

    @Test("A server uses a shard in another cluster once its timeline is forgotten")
    func forgotten() async throws {
        let fixture = try FailoverFixture()
        let (account, epoch) = try await stoppedServer(fixture)
        try fixture.primary.sql(
            "UPDATE meta SET value = '1234567 1 kept' WHERE key = 'timeline'",
            database: fixture.database
        )
        let url = fixture.primary.url(fixture.database)
        let administration = try await PostgresStore.open(PostgresURL(url), random: FixedRandom())

        try await administration.store.forgetTimeline()

        try await administration.store.close()
        let store = try await fixture.open("a", on: [fixture.primary])
        #expect(try await fixture.epoch(account, store) == epoch)
        try await store.close()
    }

    @Test("A former primary is refused at the start")
    func formerPrimary() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        _ = try await stoppedServer(fixture)
        try fixture.primary.waitForStandby()
        fixture.primary.stop()
        try standby.promote()
        try await fixture.open("a", on: [standby]).close()
        standby.stop()
        try fixture.primary.start()

        await #expect {
            try await fixture.open("a", on: [fixture.primary]).close()
        } throws: { error in
            "\(error)".contains("timeline 2 has taken over")
        }
    }
}

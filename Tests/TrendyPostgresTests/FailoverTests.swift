import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyServer

@testable import TrendyPostgres

@Suite("Failovers while servers run", .serialized)
struct FailoverTests {
    @Test("A promoted standby that has everything keeps the epochs")
    func nothingLost() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let store = try await fixture.open("a", on: [fixture.primary, standby])
        let account = try await fixture.addAccount(store)
        let before = try await fixture.epoch(account, store)

        try fixture.primary.waitForStandby()
        fixture.primary.kill()
        try standby.promote()

        #expect(try await fixture.epoch(account, store) == before)
        #expect(fixture.log.count(of: "all acknowledged changes are there") == 1)
        #expect(fixture.log.count(of: "new epoch") == 0, "\(fixture.log.lines)")
        #expect(try fixture.record(standby).hasSuffix(" 2 kept"))
        try await store.close()
    }

    @Test("A connection that is admitted while others commit keeps the epochs")
    func admissionDuringCommits() async throws {
        let fixture = try FailoverFixture()
        let store = try await fixture.open("a", on: [fixture.primary])
        let account = try await fixture.addAccount(store)
        let before = try await fixture.epoch(account, store)
        let failoverGuard = try #require(store.failoverGuard)
        let url = try fixture.url([fixture.primary])

        let admissions = Task {
            let connection = try PostgresConnection.open(url, deadline: .after(.seconds(60)))
            while !Task.isCancelled { try failoverGuard.admit(connection) }
            connection.close()
        }
        for _ in 0..<500 { _ = try await fixture.addAccount(store) }
        admissions.cancel()
        try await admissions.value

        #expect(try await fixture.epoch(account, store) == before)
        #expect(fixture.log.count(of: "new epoch") == 0, "\(fixture.log.lines)")
        try await store.close()
    }

    @Test("A lost tail renews the epochs once, also with two servers")
    func lostTail() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let first = try await fixture.open("a", on: [fixture.primary, standby])
        let second = try await fixture.open("b", on: [fixture.primary, standby])
        let account = try await fixture.addAccount(first)
        let before = try await fixture.epoch(account, first)

        var lost: [EntityID] = []
        try await fixture.loseTail(of: standby) {
            lost.append(try await fixture.addAccount(first))
            lost.append(try await fixture.addAccount(second))
        }
        let after = try await fixture.epoch(account, first)

        #expect(after != before)
        try await eventually { try await fixture.epoch(account, second) == after }
        #expect(fixture.log.count(of: "new epoch") == 1, "\(fixture.log.lines)")
        #expect(try fixture.renewals(account, standby) == 1)
        #expect(try fixture.record(standby).hasSuffix(" 2 renewed"))
        for id in lost { #expect(try await first.account(id: id) == nil) }
        try await first.close()
        try await second.close()
    }

    @Test("A server whose commits survived leaves the renewal to the one that lost some")
    func otherServerLost() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let safe = try await fixture.open("a", on: [fixture.primary, standby])
        let losing = try await fixture.open("b", on: [fixture.primary, standby])
        let account = try await fixture.addAccount(safe)
        let before = try await fixture.epoch(account, safe)

        try await fixture.loseTail(of: standby) { _ = try await fixture.addAccount(losing) }

        try await eventually { try await fixture.epoch(account, losing) != before }
        let after = try await fixture.epoch(account, losing)
        try await eventually { try await fixture.epoch(account, safe) == after }
        #expect(fixture.log.count(of: "has lost acknowledged changes") == 1)
        try await safe.close()
        try await losing.close()
    }

    @Test("A role needs the function of the history to keep the epochs", arguments: [false, true])
    func rights(hasFunction: Bool) async throws {
        let fixture = try FailoverFixture()
        let primary = fixture.primary
        try primary.sql(
            """
            CREATE ROLE app LOGIN;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app;
            """,
            database: fixture.database
        )
        if hasFunction {
            let script = try String(contentsOfFile: timelineHistoryScript, encoding: .utf8)
            let plain = script.split(separator: "\n").filter { !$0.hasPrefix("\\") }
            try primary.sql(
                plain.joined(separator: "\n").replacing(":\"role\"", with: "app"),
                database: fixture.database
            )
        }
        let standby = try PostgresCluster(standbyOf: primary)
        let store = try await fixture.open("a", on: [primary, standby], user: "app")
        let account = try await fixture.addAccount(store)
        let before = try await fixture.epoch(account, store)

        try primary.waitForStandby()
        primary.kill()
        try standby.promote()

        let after = try await fixture.epoch(account, store)
        #expect((after == before) == hasFunction, "\(fixture.log.lines)")
        #expect(fixture.log.count(of: "timeline-history.sql") == (hasFunction ? 0 : 1))
        try await store.close()
    }

    @Test("A former primary that comes back is not used")
    func formerPrimary() async throws {
        let fixture = try FailoverFixture()
        let standby = try PostgresCluster(standbyOf: fixture.primary)
        let store = try await fixture.open("a", on: [fixture.primary, standby])
        let account = try await fixture.addAccount(store)
        try fixture.primary.waitForStandby()
        fixture.primary.kill()
        try standby.promote()
        let epoch = try await fixture.epoch(account, store)

        try fixture.primary.start()
        standby.stop()
        await #expect(throws: StoreUnavailable(.wrongDatabase)) { try await store.checkReadiness() }
        #expect(fixture.log.count(of: "timeline 2 has taken over") >= 1, "\(fixture.log.lines)")

        try standby.start()
        #expect(try await fixture.epoch(account, store) == epoch)
        try await store.close()
    }

    @Test("A cluster that was replaced by an earlier copy of itself renews the epochs")
    func earlierCopy() async throws {
        let fixture = try FailoverFixture()
        let cluster = fixture.primary
        let store = try await fixture.open("a", on: [cluster])
        let account = try await fixture.addAccount(store)
        let before = try await fixture.epoch(account, store)
        cluster.stop()
        let copy = try cluster.copyData()
        try cluster.start()
        while true {
            do {
                // Larger than the records that a start writes.
                for _ in 0..<100 { _ = try await fixture.addAccount(store) }
                break
            } catch is StoreUnavailable {}
        }

        cluster.stop()
        try cluster.restore(copy)
        try cluster.start()

        #expect(try await fixture.epoch(account, store) != before)
        #expect(fixture.log.count(of: "has lost acknowledged changes") == 1)
        try await store.close()
    }
}

/// The script that administrators run.
let timelineHistoryScript = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("packaging/postgresql/timeline-history.sql").path

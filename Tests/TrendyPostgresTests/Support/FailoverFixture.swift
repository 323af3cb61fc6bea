import Foundation
import Logging
import TestSupport
import TrendyModel
import TrendyServer
import TrendyWire

@testable import TrendyPostgres

/// A cluster of its own with a migrated database, and servers' stores on it.
final class FailoverFixture {
    let primary: PostgresCluster
    let database: String
    let log = RecordedLines()
    let directory: String
    private let random = CountingRandom(1)

    init() throws {
        primary = try PostgresCluster()
        database = try primary.makeDatabase()
        directory = FileManager.default.temporaryDirectory.path + "/failover-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let url = try PostgresURL(primary.url(database))
        try PostgresMigrations.migrate(PostgresConnection.open(url, deadline: soon))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// A URL with the servers in order.
    func url(
        _ clusters: [PostgresCluster],
        user: String = PostgresCluster.owner
    ) throws -> PostgresURL {
        let hosts = clusters.map(\.socketDirectory).joined(separator: ",")
        return try PostgresURL("postgres://\(user)@/\(database)?host=\(hosts)")
    }

    /// The file with the positions of a server.
    func positions(_ name: String) -> String { "\(directory)/\(name).json" }

    /// Opens the store of a server.
    func open(
        _ name: String,
        on clusters: [PostgresCluster],
        user: String = PostgresCluster.owner,
        isRestored: Bool = false
    ) async throws -> PostgresStore {
        var limits = PostgresPoolLimits()
        limits.connections = 2
        limits.maximumDelay = .milliseconds(50)
        return try await PostgresStore.open(
            url(clusters, user: user),
            random: random,
            poolLimits: limits,
            logger: log.logger,
            callTime: .seconds(60),
            failover: FailoverOptions(path: positions(name), isRestored: isRestored)
        ).store
    }

    /// Writes an account.
    func addAccount(_ store: PostgresStore) async throws -> EntityID {
        let number = random.next()
        let account = Account(
            id: EntityID(high: 1, low: number),
            email: "\(number)@example.org",
            passwordHash: "",
            createdAt: Instant(milliseconds: 0)
        )
        _ = try await store.createAccount(account, invite: nil, now: account.createdAt)
        return account.id
    }

    /// The epoch of an account, after the failovers that are going on.
    func epoch(_ account: EntityID, _ store: PostgresStore) async throws -> String {
        while true {
            do {
                return try await store.latestCursor(account: account).epoch
            } catch is StoreUnavailable {
                continue
            }
        }
    }

    /// The record of the judged timeline.
    func record(_ cluster: PostgresCluster) throws -> String {
        try cluster.sql(
            "SELECT convert_from(value, 'UTF8') FROM meta WHERE key = 'timeline'",
            database: database
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The number of renewals of an account.
    func renewals(_ account: EntityID, _ cluster: PostgresCluster) throws -> Int {
        let text = try cluster.sql(
            "SELECT count(*) FROM previous_epoch WHERE account = '\(account)'",
            database: database
        )
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    /// Lets a standby miss what `body` writes, and promotes it after the end of the primary.
    func loseTail(
        of standby: PostgresCluster,
        _ body: () async throws -> Void
    ) async throws {
        try primary.waitForStandby()
        standby.stop()
        try await body()
        primary.kill()
        try standby.start()
        try standby.promote()
    }
}

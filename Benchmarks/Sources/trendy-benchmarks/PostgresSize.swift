import Foundation
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// Measures one push and one pull of an account with 1,000 events and of one with `count`, in turn,
/// each in a database of its own on the same server.
///
/// `TRENDY_DATABASE` and `TRENDY_LARGE_DATABASE` are the URLs of two empty databases.
func measurePostgresSize(count: Int, rounds: Int) async throws {
    let small = try await SizedAccount(postgresURL(), count: 1000)
    let large = try await SizedAccount(postgresURL("TRENDY_LARGE_DATABASE"), count: count)
    for account in [small, large] { try await account.measure(rounds: max(1, rounds / 10)) }
    var times: [(small: SizedAccount.Times, large: SizedAccount.Times)] = []
    for _ in 0..<rounds {
        times.append((try await small.measure(), try await large.measure()))
    }
    for (name, key) in [("push", \SizedAccount.Times.push), ("pull", \.pull)] {
        let small = times.map { $0.small[keyPath: key] * 1000 }
        let large = times.map { $0.large[keyPath: key] * 1000 }
        reportTimes("one \(name) of 1,000 rows", small)
        reportTimes("one \(name) of \(count) rows", large)
        let ratio = percentile(large, 99) / percentile(small, 99)
        print(String(format: "one \(name), p99 relative to 1,000 rows: %.2f ×", ratio))
    }
    try await small.bench.store.close()
    try await large.bench.store.close()
}

/// An account with many events.
private final class SizedAccount {
    struct Times {
        /// The time of one push of one event, in seconds.
        var push: Double
        /// The time of reading the change, in seconds.
        var pull: Double
    }

    let bench: PostgresBench
    private let type: EntityID
    private var next: Int

    init(_ url: String, count: Int) async throws {
        bench = try await PostgresBench(url)
        type = try await bench.addType()
        next = count
        try bench.fill(type, count: count)
    }

    func measure(rounds: Int) async throws {
        for _ in 0..<rounds { _ = try await measure() }
    }

    func measure() async throws -> Times {
        next += 1
        let commands = bench.events(of: type, next, 1)
        let push = try await seconds { try await bench.push(commands) }
        let version = try await bench.store.latestCursor(account: bench.account).version
        let pull = try await seconds {
            let page = try await bench.store.changes(
                account: bench.account,
                after: version - 1,
                limit: WireLimit.changesPerPage
            )
            precondition(page.entities.count == 1, "The pull misses the change.")
        }
        return Times(push: push, pull: pull)
    }
}

extension PostgresBench {
    /// Inserts events into the database without the store, with random ids.
    fileprivate func fill(_ type: EntityID, count: Int) throws {
        let content = eventContent(type, 0)
        try peer.run(
            """
            INSERT INTO entity (account, id, kind, version, created_at, updated_at, event_type_id,
                occurred_at, source_type, content)
            SELECT '\(account)', md5(n::text)::uuid, \(EntityKind.event.rawValue), n + 1,
                1600000000000, 1600000000000, '\(type)', 1600000000000 + n * 30000, 'healthkit',
                convert_to('\(content)', 'UTF8')
            FROM generate_series(1::int8, \(count)) AS n
            """
        )
        try peer.run(
            """
            UPDATE account SET sequence = \(count + 1), events = \(count),
                content_bytes = \(count * content.utf8.count) WHERE account = '\(account)'
            """
        )
        try peer.run("VACUUM (ANALYZE) entity")
        try peer.run("CHECKPOINT")
    }
}

/// A percentile of some numbers.
func percentile(_ values: [Double], _ percent: Int) -> Double {
    values.sorted()[min(values.count - 1, values.count * percent / 100)]
}

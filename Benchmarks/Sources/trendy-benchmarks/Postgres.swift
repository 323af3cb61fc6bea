import CPostgres
import Foundation
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// Measures the store on PostgreSQL beside libpq alone, on the same rows of the same database: a
/// push beside COPY into the same table, pages beside the same rows selected and received.
///
/// `TRENDY_DATABASE` is the URL of an empty database; `scripts/benchmark-postgres` starts one.
func measurePostgres(count: Int, rounds: Int) async throws {
    let bench = try await PostgresBench(try postgresURL())
    let batch = min(count, WireLimit.pushMutations)
    var pushes = Rates("push of \(batch)", "raw COPY")
    let type = try await bench.addType()
    // The same rows are copied for another account. Neither is the last one of the indexes, where
    // appending costs less.
    let other = bench.ids.next()
    try bench.peer.run(
        """
        INSERT INTO entity (account, id, kind, version, created_at, updated_at, content)
        VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff', '\(other)', 1, 1, 0, 0, '')
        """
    )
    for round in 0..<rounds {
        let batches = (0..<max(1, count / batch)).map { number in
            bench.events(of: type, round * count + number * batch, batch)
        }
        let before = try await bench.store.latestCursor(account: bench.account).version
        let store = try await seconds {
            for commands in batches { try await bench.push(commands) }
        }
        let copies = try (0..<batches.count).map { number in
            try bench.peer.copyOut(
                """
                SELECT '\(other)'::uuid, id, kind, version, created_at, updated_at, deleted_at,
                    event_type_id, occurred_at, unique_name, source_type, content
                FROM entity WHERE account = '\(bench.account)'
                AND version > \(before + Int64(number * batch)) ORDER BY version LIMIT \(batch)
                """
            )
        }
        let copy = try await seconds {
            for bytes in copies { try bench.peer.copyIn(bytes, to: "entity") }
        }
        pushes.add(batches.count * batch, store, peer: copy)
    }
    pushes.printResults()
    try await measureSinglePush(bench, type, count: min(count, 500), from: rounds * count)
    try await measurePages(bench, rounds: rounds)
    try await bench.store.close()
}

private func measureSinglePush(
    _ bench: PostgresBench,
    _ type: EntityID,
    count: Int,
    from first: Int
) async throws {
    var times: [Double] = []
    for index in 0..<count {
        let commands = bench.events(of: type, first + index, 1)
        times.append(try await seconds { try await bench.push(commands) } * 1000)
    }
    reportTimes("push of one at the store", times)
}

private func measurePages(_ bench: PostgresBench, rounds: Int) async throws {
    try bench.peer.run("VACUUM (ANALYZE) entity")
    let columns = "kind, id, version, created_at, updated_at, deleted_at, content"
    let from = "SELECT \(columns), occurred_at FROM entity WHERE account = '\(bench.account)'"
    let limit = WireLimit.changesPerPage
    try bench.peer.prepare(
        "changes",
        "\(from) AND version > $1::int8 ORDER BY version LIMIT \(limit)"
    )
    try bench.peer.prepare(
        "snapshot",
        """
        \(from) AND occurred_at IS NOT NULL AND (occurred_at, id) < ($1::int8, $2::uuid)
        ORDER BY occurred_at DESC, id DESC LIMIT \(limit)
        """
    )
    var changes = Rates("changes, pages of \(limit)", "libpq")
    var snapshots = Rates("snapshot, pages of \(limit)", "libpq")
    for _ in 0..<rounds {
        var rows = 0
        let store = try await seconds { rows = try await bench.readChanges(limit: limit) }
        changes.add(rows, store, peer: try await seconds { try bench.peer.readChanges() })
        let pages = try await seconds { rows = try await bench.readSnapshot(limit: limit) }
        snapshots.add(rows, pages, peer: try await seconds { try bench.peer.readSnapshot() })
    }
    changes.printResults()
    snapshots.printResults()
}

/// A store on an empty database, with an account, and libpq alone on the same database.
struct PostgresBench {
    let store: PostgresStore
    let account: EntityID
    let peer: PostgresPeer
    let ids = Dependencies.live().ids
    let clock = Dependencies.live().wallClock

    init(_ url: String) async throws {
        let address = try PostgresURL(url)
        let connection = try PostgresConnection.open(address, deadline: .after(.seconds(30)))
        try PostgresMigrations.migrate(connection)
        connection.close()
        peer = try PostgresPeer(url)
        var limits = PostgresPoolLimits()
        limits.connections = 2
        store = try await PostgresStore.open(
            address,
            random: Dependencies.live().random,
            poolLimits: limits,
            quota: AccountQuota(entities: 100_000_000, bytes: 1 << 40)
        ).store
        let now = clock.now()
        let account = Account(
            id: ids.next(),
            email: "bench-\(ids.next())@example.org",
            passwordHash: "none",
            createdAt: now
        )
        _ = try await store.createAccount(account, invite: nil, now: now)
        self.account = account.id
    }

    /// Pushes commands; all must be applied.
    func push(_ commands: [PushCommand]) async throws {
        let outcome = try await store.push(
            account: account,
            commands: commands,
            expectedEpoch: nil,
            now: clock.now()
        )
        precondition(
            outcome.results.count == commands.count
                && outcome.results.allSatisfy { $0.status == .applied },
            "The store refused a mutation."
        )
    }

    /// Creates an event type and returns its id.
    func addType() async throws -> EntityID {
        let id = ids.next()
        try await push([
            command(.eventType, id, ##"{"name":"Coffee","color":"#AA5500","icon":"cup"}"##)
        ])
        return id
    }

    /// The creations of events in order of their time, with the ids that devices derive from what
    /// they captured.
    func events(of type: EntityID, _ first: Int, _ count: Int) -> [PushCommand] {
        (first..<first + count).map { index in
            let id = EntityID.derived(kind: "benchmark", naturalKey: "\(account)/\(index)")
            return command(.event, id, eventContent(type, index))
        }
    }

    private func command(_ kind: EntityKind, _ id: EntityID, _ content: String) -> PushCommand {
        let mutation = PushMutation(
            id: ids.next(),
            kind: kind,
            operation: .create,
            entityID: id,
            baseVersion: nil,
            editedAt: clock.now(),
            fields: RawJSON(unchecked: content.utf8)
        )
        let command = PushCommand(
            mutation: mutation,
            requestHash: Array("\(id)\(id)".utf8.prefix(32))
        )
        precondition(kind != .event || command.scan != nil, "Devices send other content.")
        return command
    }

    fileprivate func readChanges(limit: Int) async throws -> Int {
        var (after, rows) = (Int64(0), 0)
        while true {
            let page = try await store.changes(account: account, after: after, limit: limit)
            rows += page.entities.count
            after = page.nextVersion
            if !page.hasMore { return rows }
        }
    }

    fileprivate func readSnapshot(limit: Int) async throws -> Int {
        var (position, rows) = (SnapshotPosition.start, 0)
        var size = limit
        while true {
            let page = try await store.snapshotPage(account: account, after: position, limit: size)
            rows += page.entities.count
            size = page.nextLimit(atMost: limit, bytes: WorkLimits().snapshotPageBytes)
            guard let next = page.next else { return rows }
            position = next
        }
    }
}

extension PostgresPeer {
    fileprivate func readChanges() throws {
        var (after, rows) = (Int64(0), 1)
        while rows > 0 {
            rows = try page("changes", [String(after)]) { after = Self.int8($0, $1, 2) }.rows
        }
    }

    fileprivate func readSnapshot() throws {
        var (time, id, rows) = (Int64.max, "00000000-0000-0000-0000-000000000000", 1)
        while rows > 0 {
            rows =
                try page("snapshot", [String(time), id]) { result, row in
                    time = Self.int8(result, row, 7)
                    let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, 1), count: 16)
                    let high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
                    let low = UInt64(
                        bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                    )
                    id = "\(EntityID(high: high, low: low))"
                }.rows
        }
    }

    private static func int8(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Int64 {
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: 8)
        return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }
}

/// The content of an event with about 350 bytes, as devices send it: in the order of the names.
func eventContent(_ type: EntityID, _ index: Int) -> String {
    let time = Instant(seconds: 1_600_000_000 + Int64(index) * 30)
    return #"{"end_date":"\#(time + .seconds(60))","event_type_id":"\#(type)","#
        + #""healthkit_category":"steps","is_all_day":false,"natural_key":"benchmark/\#(index)","#
        + #""notes":"number \#(index), after a walk in the park, along the river and back home","#
        + #""source_type":"healthkit","time_zone":"Europe/Paris","timestamp":"\#(time)"}"#
}

/// The database of the benchmark.
func postgresURL(_ variable: String = "TRENDY_DATABASE") throws -> String {
    guard let url = ProcessInfo.processInfo.environment[variable] else {
        throw PostgresPeer.Failure(
            description: "\(variable) is not set; run scripts/benchmark-postgres."
        )
    }
    return url
}

/// Rates of several runs, each beside the rate of a peer on the same rows.
struct Rates {
    private let name: String
    private let peer: String
    private var runs: [(rate: Double, peer: Double)] = []

    init(_ name: String, _ peer: String) {
        self.name = name
        self.peer = peer
    }

    mutating func add(_ count: Int, _ seconds: Double, peer peerSeconds: Double) {
        runs.append((Double(count) / seconds, Double(count) / peerSeconds))
    }

    func printResults() {
        report(name, median(runs.map(\.rate)), "/s")
        report("\(name), \(peer)", median(runs.map(\.peer)), "/s")
        let ratios = runs.map { $0.rate / $0.peer * 100 }
        let all = ratios.map { String(format: "%.1f", $0) }.joined(separator: ", ")
        print("\(name), each run relative to \(peer): \(all) %")
        report("\(name), relative to \(peer)", median(ratios), "%")
    }
}

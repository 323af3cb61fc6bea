import Logging
import Synchronization
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres

/// An empty database of the shared cluster.
struct PostgresFixture: Sendable {
    let cluster: PostgresCluster
    let database: String

    init(_ cluster: PostgresCluster? = nil) throws {
        self.cluster = try cluster ?? PostgresCluster.shared()
        database = try self.cluster.makeDatabase()
    }

    func url(_ options: String = "") throws -> PostgresURL {
        try PostgresURL(cluster.url(database, options: options))
    }

    func connect(_ options: String = "") throws -> PostgresConnection {
        try PostgresConnection.open(url(options), deadline: .after(.seconds(60)))
    }

    func pool(
        _ connections: Int = 2,
        waiting: Int = 1024,
        change: (inout PostgresPoolLimits) -> Void = { _ in }
    ) throws -> PostgresPool {
        var limits = PostgresPoolLimits()
        limits.connections = connections
        limits.waiting = waiting
        change(&limits)
        return try PostgresPool(url(), limits: limits, random: FixedRandom(), logger: quiet)
    }

    @discardableResult
    func sql(_ text: String) throws -> String { try cluster.sql(text, database: database) }
}

/// A source of random numbers that are all equal.
struct FixedRandom: RandomSource {
    func next() -> UInt64 { 1 << 63 }
}

/// A source of ascending numbers.
final class CountingRandom: RandomSource {
    private let last: Mutex<UInt64>

    init(_ first: UInt64) {
        last = Mutex(first)
    }

    func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// A logger without output.
let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A long time for calls that are to succeed, also on a busy machine.
var soon: Deadline { .after(.seconds(60)) }

extension PostgresConnection {
    /// Runs one statement in a round trip of its own.
    @discardableResult
    func run(
        _ sql: String,
        _ types: [PostgresType] = [],
        _ fill: (inout PostgresParameters) -> Void = { _ in }
    ) throws -> PostgresResult {
        var batch = PostgresBatch()
        batch.add(PostgresStatement("test_\(sql.hashValue)", types, sql), fill)
        return try #require(try roundTrip(batch).first)
    }
}

/// The error of a call, which has to be one of PostgreSQL.
func postgresError(_ body: () throws -> Void) throws -> PostgresError {
    do {
        try body()
    } catch let error as PostgresError {
        return error
    }
    throw PostgresCluster.Failure(description: "The call succeeded.")
}

/// The error of a call, which has to be one of PostgreSQL.
func postgresError(_ body: () async throws -> Void) async throws -> PostgresError {
    do {
        try await body()
    } catch let error as PostgresError {
        return error
    }
    throw PostgresCluster.Failure(description: "The call succeeded.")
}

/// A list that several threads append to.
final class Recorded<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func append(_ value: Value) { list.withLock { $0.append(value) } }
}

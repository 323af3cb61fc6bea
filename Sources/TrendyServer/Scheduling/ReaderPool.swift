package import GRDB
import NIOPosix
import Synchronization
package import TrendyModel
package import TrendySQLite

/// Pool of read-only SQLite connections for long reads, each with its own thread.
///
/// In write-ahead log mode a reader does not block the writer
/// (https://sqlite.org/wal.html#concurrency), and a long read blocks no thread of other requests.
/// Each read is one short transaction, because SQLite cannot checkpoint the log past the oldest
/// reader.
package final class ReaderPool: Sendable {
    private let threads: NIOThreadPool
    private let scheduler: WorkScheduler<EntityID>
    private let connections: [DatabaseQueue]
    private let idle: Mutex<[DatabaseQueue]>
    private let monitor: MonitoredDatabase?

    /// Opens connections to a database that the writer has already opened.
    ///
    /// - `monitor`: the writer's health monitor, which can refuse reads and receives their errors.
    ///
    /// Throws `SQLiteFileError` when the file cannot be opened.
    package init(
        path: String,
        files: any DatabaseFiles,
        count: Int,
        limits: WorkLimits,
        monitor: MonitoredDatabase? = nil
    ) throws {
        self.monitor = monitor
        connections = try (0..<count).map { _ in
            try SQLiteFile.openReader(
                path: path,
                files: files,
                label: "The server's database",
                cacheKilobytes: 8_192
            )
        }
        idle = Mutex(connections)
        scheduler = WorkScheduler(
            name: "long reads",
            limits: WorkSchedulerLimits(
                running: count,
                runningPerKey: min(count, limits.readsPerAccount),
                waitingPerKey: limits.waitingReadsPerAccount,
                waiting: limits.waitingReads
            )
        )
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    deinit {
        // Without effect after close().
        threads.shutdownGracefully { _ in }
    }

    /// The number of waiting reads.
    package var waitingCount: Int { scheduler.waitingCount }

    /// Reads in one transaction at the account's turn.
    ///
    /// - Throws: `Problem` 429 or 503 when too many reads wait, `CancellationError`, and errors of
    ///   `body`.
    package func read<Value: Sendable>(
        for account: EntityID,
        operation: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try monitor?.admit()
        return try await withPartSpan(.sqlite, operation) { span in
            try await scheduler.run(for: account) {
                try await threads.runIfActive {
                    span?.begin()
                    return try self.readNow(body)
                }
            }
        }
    }

    private func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        // The scheduler runs at most as many reads as there are connections.
        guard let connection = idle.withLock({ $0.popLast() }) else { throw CancellationError() }
        defer { idle.withLock { $0.append(connection) } }
        do {
            return try connection.readingSnapshot(body)
        } catch {
            try monitor?.note(error)
            throw error
        }
    }

    /// Waits for running reads and closes the connections.
    package func close() async throws {
        try await threads.shutdownGracefully()
        for connection in connections { try connection.close() }
    }
}

import GRDB
import TrendyModel
import TrendySQLite

extension SQLiteStore: MetricsSource {
    /// The key of the reads for metrics in the schedule of the accounts.
    private static let metricsReader = EntityID(high: 0, low: 0)

    package nonisolated func measure(_ metrics: ServerMetrics) async throws {
        let waiting = [("reads", readers?.waitingCount ?? 0), ("writes", writes.waitingCount)]
        for (queue, count) in waiting {
            metrics.set(.workWaiting, Double(count), [("queue", queue)])
        }
        for (file, suffix) in [("database", ""), ("log", "-wal")] {
            let bytes = LocalFiles.bytes(of: queue.path + suffix) ?? 0
            metrics.set(.databaseBytes, Double(bytes), [("file", file)])
        }
        let counts = try await read(for: Self.metricsReader) { db in
            try [
                "SELECT count(*) FROM account", "SELECT count(*) FROM session",
                "SELECT count(*) FROM entity WHERE deleted_at IS NOT NULL",
            ].map { try Int.fetchOne(db, sql: $0) ?? 0 }
        }
        for (metric, count) in zip([ServerMetric.accounts, .sessions, .tombstones], counts) {
            metrics.set(metric, Double(count))
        }
    }
}

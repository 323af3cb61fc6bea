package import TrendyServer

extension PostgresStore: MetricsSource {
    package func measure(_ metrics: ServerMetrics) async throws {
        measureConnections(metrics)
        if let bus = changeBus as? PostgresChangeBus { metrics.setTotal(.noticeLag, bus.lags) }
        // Counting reads an index of all rows.
        let counts = try await read(PostgresMetaQuery.counts) { rows in
            guard let row = rows.first else { throw PostgresConnection.lost }
            return try (0..<4).map { Double(try row.int($0)) }
        }
        for (metric, count) in zip([ServerMetric.accounts, .sessions, .tombstones], counts) {
            metrics.set(metric, count)
        }
        metrics.set(.databaseBytes, counts[3], [("file", "database")])
    }

    private func measureConnections(_ metrics: ServerMetrics) {
        let status = pool.status
        let busy = max(0, status.connected - status.idle)
        for (state, count) in [
            ("busy", busy), ("idle", status.idle), ("missing", connections - status.connected),
        ] {
            metrics.set(.databaseConnections, Double(max(0, count)), [("state", state)])
        }
        for (queue, count) in [
            ("connections", status.waiting), ("reads", waitingReads), ("writes", waitingWrites),
        ] {
            metrics.set(.workWaiting, Double(count), [("queue", queue)])
        }
        let values = pool.counters.values
        metrics.setTotal(.databaseWait, values.waits)
        metrics.setTotal(.databaseConflicts, Double(values.conflicts))
        metrics.setTotal(.unknownCommits, Double(values.unknownCommits))
        for (_, reason) in PostgresCounters.refusals {
            let count = Double(values.refusals[reason] ?? 0)
            metrics.setTotal(.databaseRefusals, count, [("reason", reason)])
        }
    }
}

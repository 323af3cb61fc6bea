package import TrendyServer

/// The sums of all clusters.
extension ShardedStore: MetricsSource {
    package func measure(_ metrics: ServerMetrics) async throws {
        var total = ConnectionCounts()
        for store in openStores { total += store.connectionCounts }
        metrics.set(total)
        if let bus = changeBus as? PostgresChangeBus { metrics.setTotal(.noticeLag, bus.lags) }
        // While one cluster is away, the last sums stay: those of the others would look like a loss.
        let counts = try await onEach { try await $1.contentCounts() }
        for (index, metric) in [ServerMetric.accounts, .sessions, .tombstones].enumerated() {
            metrics.set(metric, counts.reduce(0) { $0 + $1[index] })
        }
        metrics.set(.databaseBytes, counts.reduce(0) { $0 + $1[3] }, [("file", "database")])
    }
}

/// What the connections of clusters are doing and have counted.
struct ConnectionCounts: Equatable {
    var states: [String: Int] = [:]
    var waiting: [String: Int] = [:]
    var values = PostgresCounters.Values()

    static func += (left: inout ConnectionCounts, right: ConnectionCounts) {
        left.states.merge(right.states, uniquingKeysWith: +)
        left.waiting.merge(right.waiting, uniquingKeysWith: +)
        left.values += right.values
    }
}

extension PostgresStore {
    var connectionCounts: ConnectionCounts {
        let status = pool.status
        var counts = ConnectionCounts()
        counts.states = [
            "busy": max(0, status.connected - status.idle), "idle": status.idle,
            "missing": max(0, connections - status.connected),
        ]
        counts.waiting = [
            "connections": status.waiting, "reads": waitingReads, "writes": waitingWrites,
        ]
        counts.values = pool.counters.values
        return counts
    }

    /// The numbers of accounts, sessions and tombstones, and the size of the database.
    fileprivate func contentCounts() async throws -> [Double] {
        // Counting reads an index of all rows.
        try await read(PostgresMetaQuery.counts) { rows in
            guard let row = rows.first else { throw PostgresConnection.lost }
            return try (0..<4).map { Double(try row.int($0)) }
        }
    }
}

extension ServerMetrics {
    fileprivate func set(_ counts: ConnectionCounts) {
        for (state, count) in counts.states {
            set(.databaseConnections, Double(count), [("state", state)])
        }
        for (queue, count) in counts.waiting {
            set(.workWaiting, Double(count), [("queue", queue)])
        }
        setTotal(.databaseWait, counts.values.waits)
        setTotal(.databaseConflicts, Double(counts.values.conflicts))
        setTotal(.unknownCommits, Double(counts.values.unknownCommits))
        for (_, reason) in PostgresCounters.refusals {
            let count = Double(counts.values.refusals[reason] ?? 0)
            setTotal(.databaseRefusals, count, [("reason", reason)])
        }
    }
}

import GRDB
package import TrendyModel
import TrendySQLite

/// The state of a publish queue: the counts of each sink, and the reasons of refused messages.
package struct PublishStatus: Sendable, Equatable {
    /// The state of one sink.
    package struct Sink: Sendable, Equatable {
        /// The name: `mqtt` or `webhook`.
        package var name: String
        /// The number of waiting messages.
        package var pending: Int
        /// When the oldest waiting message was queued.
        package var oldestPending: Instant?
        /// The number of refused messages.
        package var failed: Int
        /// The number of delivered messages.
        package var delivered: Int
        /// The number of messages that the queue's limit removed.
        package var dropped: Int
        /// The time of the last delivery.
        package var lastDelivery: Instant?
        /// The last error.
        package var lastError: String?
        /// The time of the last error.
        package var lastErrorAt: Instant?
        /// The time of the next attempt after a failure.
        package var nextAttempt: Instant?
    }

    /// The number of refused messages for one reason.
    package struct Failure: Sendable, Equatable {
        /// The sink.
        package var sink: String
        /// Why it refused them.
        package var reason: String
        /// The number of messages.
        package var count: Int
    }

    /// The maximum number of reasons.
    static let maximumFailures = 20

    /// The sinks, ordered by name.
    package var sinks: [Sink]
    /// The reasons of refused messages, the most frequent first.
    package var failures: [Failure]

    /// Reads the status beside a process that publishes; `nil` when nothing was ever published.
    ///
    /// - Throws: ``PublishError`` when the file cannot be read.
    package static func read(path: String) throws -> PublishStatus? {
        guard LocalFiles().exists(path) else { return nil }
        do {
            let database = try SQLiteFile.openExisting(
                path: path,
                kind: .publishQueue,
                migrator: PublishMigrations.migrator,
                label: PublishQueue.label
            )
            let status = try database.readingSnapshot { try PublishStatus($0) }
            try database.close()
            return status
        } catch let error as SQLiteFileError {
            throw PublishError(.cannotOpen, error.message)
        }
    }

    init(_ db: Database) throws {
        var sinks: [Sink] = []
        let statement = try PreparedStatement(
            db,
            """
            SELECT name, delivered, dropped, last_delivery_at, last_error, last_error_at,
                next_attempt_at,
                (SELECT count(*) FROM message WHERE sink = name AND has_failed = 0),
                (SELECT created_at FROM message WHERE sink = name AND has_failed = 0
                    ORDER BY sequence LIMIT 1),
                (SELECT count(*) FROM message WHERE sink = name AND has_failed = 1)
            FROM sink ORDER BY name
            """
        )
        try statement.forEachRow { row in
            sinks.append(
                Sink(
                    name: row.string(0) ?? "",
                    pending: Int(row.int(7)),
                    oldestPending: row.optionalInstant(8),
                    failed: Int(row.int(9)),
                    delivered: Int(row.int(1)),
                    dropped: Int(row.int(2)),
                    lastDelivery: row.optionalInstant(3),
                    lastError: row.string(4),
                    lastErrorAt: row.optionalInstant(5),
                    nextAttempt: row.optionalInstant(6)
                )
            )
        }
        self.sinks = sinks
        var failures: [Failure] = []
        let reasons = try PreparedStatement(
            db,
            """
            SELECT sink, coalesce(last_error, ''), count(*) FROM message WHERE has_failed = 1
            GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT \(Self.maximumFailures)
            """
        )
        try reasons.forEachRow { row in
            failures.append(
                Failure(
                    sink: row.string(0) ?? "",
                    reason: row.string(1) ?? "",
                    count: Int(row.int(2))
                )
            )
        }
        self.failures = failures
    }
}

extension PublishQueue {
    /// Reads the state of the queue.
    package func status() throws -> PublishStatus {
        try database.reading { try PublishStatus($0) }
    }
}

import GRDB
package import TrendyModel
package import TrendySQLite

/// The durable queue of messages to home automation, in a SQLite file of its own.
///
/// A message stays until its sink has it, so a message is delivered at least once, in order for
/// each sink. A waiting state of a topic is replaced by a newer one; visits are not. Transactions
/// are synchronous inside the actor. Methods throw `DatabaseError` when the disk fails; nothing is
/// changed then.
package actor PublishQueue {
    /// The topics of the queue's broadcaster.
    package enum Topic: Sendable { case messages }

    /// The maximum number of messages, over all sinks.
    package static let maximumMessages = 100_000
    /// The longest text of an error that is stored, in characters.
    static let maximumErrorLength = 500

    let database: DatabaseQueue
    let dependencies: Dependencies
    private let maximum: Int
    private var lock: (any DatabaseLock)?
    private nonisolated let broadcaster = Broadcaster<Topic>()

    /// Opens a queue, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: the file, in an existing directory.
    ///   - dependencies: clocks, randomness and ids.
    ///   - files: the file system.
    ///   - maximum: the maximum number of messages.
    /// - Throws: ``PublishError`` when another process uses it, or it cannot be opened.
    package init(
        path: String,
        dependencies: Dependencies,
        files: any DatabaseFiles = LocalFiles(),
        maximum: Int = PublishQueue.maximumMessages
    ) throws(PublishError) {
        self.dependencies = dependencies
        self.maximum = maximum
        do throws(SQLiteFileError) {
            guard let lock = try files.lock(path) else { throw Self.inUse(path) }
            self.lock = lock
            database = try SQLiteFile.open(
                path: path,
                files: files,
                kind: .publishQueue,
                migrator: PublishMigrations.migrator,
                label: Self.label,
                cacheKilobytes: 1024,
                logPages: 1000
            )
        } catch {
            throw PublishError(error.code == .busy ? .inUse : .cannotOpen, error.message)
        }
    }

    static let label = "The publish queue"

    private static func inUse(_ path: String) -> SQLiteFileError {
        SQLiteFileError(
            code: .busy,
            path: path,
            message: "Another process publishes for this device. Stop it, or use --status to see "
                + "what it does."
        )
    }

    /// Closes the file and releases its lock.
    package func close() throws {
        try database.close()
        lock = nil
    }

    /// A listener that is notified when messages may be due.
    package nonisolated func changes() -> Broadcaster<Topic>.Listener {
        broadcaster.listen(to: .messages)
    }

    /// Notifies the listeners of ``changes()``.
    package func wake() { broadcaster.changed(.messages) }

    /// Where the last read of the device's data ended; `nil` before the first.
    package func cursor() throws -> PublishCursor? {
        try database.reading { try PublishRow.cursor($0) }
    }

    /// The visits that were published, by id.
    package func visits() throws -> [EntityID: PublishedVisit] {
        try database.reading { try PublishRow.visits($0) }
    }

    /// Queues the messages that a plan asks for, and remembers what it covers, in one transaction.
    ///
    /// - Returns: the number of new messages.
    @discardableResult
    package func apply(_ plan: PublishPlan) throws -> Int {
        let now = dependencies.wallClock.now()
        let count = try database.writingChanges { db in
            var count = 0
            for sink in plan.states {
                try PublishRow.ensureSink(db, sink.name)
                count += try reconcile(db, sink, now)
                for visit in sink.visits {
                    try PublishRow.insert(db, sink.name, visit, dependencies.ids.next(), now)
                    count += 1
                }
            }
            for visit in plan.visits { try PublishRow.store(db, visit) }
            for id in plan.forgottenVisits { try PublishRow.forgetVisit(db, id) }
            try PublishRow.store(db, plan.cursor)
            if count > 0 { try PublishRow.trim(db, to: maximum) }
            return count
        }
        if count > 0 { broadcaster.changed(.messages) }
        return count
    }

    /// Queues the differences between the stored and the wanted content of a sink's topics.
    private func reconcile(
        _ db: Database,
        _ sink: PublishPlan.Sink,
        _ now: Instant
    ) throws -> Int {
        var count = 0
        var stored = try PublishRow.topicStates(db, sink.name)
        for state in sink.topics {
            let old = stored.removeValue(forKey: state.topic)
            guard old != state else { continue }
            try queue(db, sink.name, state, now)
            try PublishRow.store(db, sink.name, state)
            count += 1
        }
        for state in stored.values.sorted(by: { $0.topic < $1.topic }) {
            try PublishRow.deleteTopicState(db, sink.name, state.topic)
            try PublishRow.deletePending(db, sink.name, state.topic)
            guard state.isRetained else { continue }
            var empty = state
            empty.payload = []
            try queue(db, sink.name, empty, now)
            count += 1
        }
        return count
    }

    private func queue(
        _ db: Database,
        _ sink: String,
        _ state: TopicState,
        _ now: Instant
    ) throws {
        if state.kind.coalesces { try PublishRow.deletePending(db, sink, state.topic) }
        try PublishRow.insert(db, sink, state, dependencies.ids.next(), now)
    }

    /// Queues the retained content of all topics of a sink again, because the receiver lost it.
    package func resend(_ sink: String) throws {
        let now = dependencies.wallClock.now()
        let count = try database.writingChanges { db in
            let states = try PublishRow.topicStates(db, sink).values.filter(\.isRetained)
                .sorted { left, right in
                    let isFirst = (left.kind == .discovery, right.kind == .discovery)
                    if isFirst.0 != isFirst.1 { return isFirst.0 }
                    return left.topic < right.topic
                }
            for state in states { try queue(db, sink, state, now) }
            return states.count
        }
        if count > 0 { broadcaster.changed(.messages) }
    }

    /// Makes all messages that a sink refused wait for delivery again.
    ///
    /// - Returns: their number.
    @discardableResult
    package func retryFailed() throws -> Int {
        let count = try database.writingChanges { try PublishRow.retryFailed($0) }
        if count > 0 { broadcaster.changed(.messages) }
        return count
    }
}

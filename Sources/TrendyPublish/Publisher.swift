// TrendyPublish: sends the metrics and visits of a device to home automation, at least once.

package import Logging
import Synchronization
package import TrendyHealth
package import TrendyModel
import TrendySQLite
package import TrendyStore

/// Follows a device's database, queues what changed and delivers the queue to its sinks.
package final class Publisher: Sendable {
    /// The shortest time between two reads of the database.
    static let readPeriod = Duration.seconds(2)
    /// The longest time between two reads: a day may have ended, or the clock may have been set.
    static let longestReadPeriod = Duration.seconds(600)
    /// The longest time that delivery goes on after a stop.
    package static let drainTime = Duration.seconds(5)
    /// The delay after an error of the database.
    static let errorDelay = Duration.seconds(30)

    private let store: DeviceStore
    private let queue: PublishQueue
    private let sinks: [any PublishSink]
    private let planner: PublishPlanner
    private let categories: [HealthMetric]
    private let zones: @Sendable () -> ZoneHistory
    private let dependencies: Dependencies
    private let logger: Logger
    /// Whether ``run(until:)`` only delivers what is queued.
    private let isStopping = Mutex(false)

    /// Creates a publisher.
    ///
    /// Nothing runs until ``run(until:)``, ``scan()`` or ``drain()``.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - queue: the durable queue.
    ///   - sinks: the receivers; their names are those of the planner's targets.
    ///   - planner: what each sink receives.
    ///   - categories: the categories whose metrics are published.
    ///   - zones: the person's time zones.
    ///   - dependencies: clocks, randomness and ids.
    ///   - logger: receives errors, without values.
    package init(
        store: DeviceStore,
        queue: PublishQueue,
        sinks: [any PublishSink],
        planner: PublishPlanner,
        categories: [HealthMetric],
        zones: @escaping @Sendable () -> ZoneHistory,
        dependencies: Dependencies,
        logger: Logger
    ) {
        self.store = store
        self.queue = queue
        self.sinks = sinks
        self.planner = planner
        self.categories = categories
        self.zones = zones
        self.dependencies = dependencies
        self.logger = logger
    }

    /// Queues and delivers until the task is cancelled or `stop` returns, and closes the sinks.
    ///
    /// - `stop`: returns when publishing should end; what is queued then is still delivered within
    ///   ``drainTime``.
    package func run(until stop: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Part.self) { group in
            group.addTask { await self.scanContinuously() }
            for sink in sinks {
                group.addTask { await self.deliverContinuously(to: sink) }
                group.addTask { await self.follow(sink) }
            }
            group.addTask {
                await stop()
                return .stop
            }
            var deliveries = sinks.count
            for await part in group {
                switch part {
                case .stop:
                    isStopping.withLock { $0 = true }
                    await queue.wake()
                    group.addTask {
                        _ = await self.sleep(Self.drainTime)
                        return .deadline
                    }
                case .delivery: deliveries -= 1
                case .deadline: group.cancelAll()
                case .other: break
                }
                if deliveries == 0 { group.cancelAll() }
            }
        }
        await close()
    }

    /// A task of ``run(until:)`` that ended.
    private enum Part { case stop, delivery, deadline, other }

    /// Reads the database once and queues what changed.
    ///
    /// - Returns: the number of new messages.
    @discardableResult
    package func scan() async throws -> Int {
        let now = dependencies.wallClock.now()
        let stored = try await queue.cursor()
        let cursor = PublishPlanner.cursor(after: stored, device: store.deviceID, now: now)
        var known = try await queue.visits()
        // The visits of another database say nothing about this one.
        let foreign = stored?.device == cursor.device ? [] : known.keys.sorted()
        for id in foreign { known[id] = nil }
        let snapshot = try await PublishSnapshot.read(
            store,
            categories: categories,
            zones: zones(),
            now: now,
            horizon: cursor.horizon,
            known: known
        )
        var plan = planner.plan(snapshot, cursor: cursor, known: known)
        let remembered = Set(plan.visits.map(\.id))
        plan.forgottenVisits += foreign.filter { !remembered.contains($0) }
        return try await queue.apply(plan)
    }

    /// Delivers what is queued, until a sink fails; then closes the sinks.
    ///
    /// - Returns: whether everything was delivered or refused.
    package func drain() async throws -> Bool {
        let isComplete = try await withThrowingTaskGroup(of: Bool.self) { group in
            for sink in sinks { group.addTask { try await self.drain(sink) } }
            return try await group.reduce(true) { $0 && $1 }
        }
        await close()
        return isComplete
    }

    /// Closes the sinks.
    package func close() async {
        await withDiscardingTaskGroup { group in
            for sink in sinks { group.addTask { await sink.close() } }
        }
    }

    private func drain(_ sink: any PublishSink) async throws -> Bool {
        while !Task.isCancelled {
            switch try await attempt(sink) {
            case nil: return true
            case .complete?, .refused?: continue
            case .failed?, .stopped?: return false
            }
        }
        return false
    }

    private func scanContinuously() async -> Part {
        let commits = store.commits()
        defer { commits.stop() }
        var iterator = commits.events.makeAsyncIterator()
        while !Task.isCancelled {
            var wait = Self.longestReadPeriod
            do {
                try await scan()
                wait = min(wait, untilTomorrow())
            } catch {
                note(error)
                wait = Self.errorDelay
            }
            // A burst of commits, such as a sync's, causes one read.
            guard await sleep(Self.readPeriod) else { break }
            await nextEvent(&iterator, of: commits, within: wait)
        }
        return .other
    }

    private func deliverContinuously(to sink: any PublishSink) async -> Part {
        let changes = queue.changes()
        defer { changes.stop() }
        var iterator = changes.events.makeAsyncIterator()
        while !Task.isCancelled {
            do {
                if let wait = try await queue.wait(for: sink.name) {
                    if isStopping.withLock({ $0 }) { break }
                    await nextEvent(&iterator, of: changes, within: wait)
                } else if try await attempt(sink) == nil {
                    if isStopping.withLock({ $0 }) { break }
                    await nextEvent(&iterator, of: changes, within: nil)
                }
            } catch {
                note(error)
                if isStopping.withLock({ $0 }) { break }
                guard await sleep(Self.errorDelay) else { break }
            }
        }
        return .delivery
    }

    /// Connects a sink and delivers its next messages.
    ///
    /// - Returns: why the attempt ended; `nil` when the sink is connected and nothing is queued.
    private func attempt(_ sink: any PublishSink) async throws -> DeliveryResult.End? {
        switch await sink.connect() {
        case .ready(let isNew): if isNew { try await queue.resend(sink.name) }
        case .failed(let reason):
            let result = DeliveryResult(delivered: 0, end: .failed(reason, retryAfter: nil))
            return try await finish(sink, [], result)
        case .stopped: return .stopped
        }
        switch try await queue.next(for: sink.name, limit: sink.batchLimit) {
        case .deliver(let messages):
            return try await finish(sink, messages, await sink.deliver(messages))
        case .idle:
            try await queue.finish(sink.name, [], DeliveryResult(delivered: 0, end: .complete))
            return nil
        }
    }

    private func finish(
        _ sink: any PublishSink,
        _ messages: [PublishMessage],
        _ result: DeliveryResult
    ) async throws -> DeliveryResult.End {
        switch result.end {
        case .failed(let reason, _), .refused(let reason):
            logger.warning("\(reason)", metadata: ["sink": "\(sink.name)"])
        case .complete, .stopped: break
        }
        try await queue.finish(sink.name, messages, result)
        return result.end
    }

    /// Reacts to what happens to a sink between attempts.
    private func follow(_ sink: any PublishSink) async -> Part {
        for await event in sink.events {
            do {
                switch event {
                case .disconnected: await queue.wake()
                case .lostRetainedMessages: try await queue.resend(sink.name)
                }
            } catch {
                note(error)
            }
        }
        return .other
    }

    private func untilTomorrow() -> Duration {
        let zones = zones()
        let now = dependencies.wallClock.now()
        return zones.start(of: zones.day(containing: now).advanced(by: 1)) - now
    }

    /// Waits for an event, at most for a time.
    private func nextEvent<Topic>(
        _ iterator: inout AsyncStream<Void>.Iterator,
        of listener: Broadcaster<Topic>.Listener,
        within time: Duration?
    ) async {
        await withTaskGroup(of: Void.self) { group in
            if let time {
                group.addTask { if await self.sleep(time) { listener.wake() } }
            }
            _ = await iterator.next()
            group.cancelAll()
        }
    }

    /// Sleeps; returns `false` when the task was cancelled.
    private func sleep(_ time: Duration) async -> Bool {
        do {
            try await dependencies.clock.sleep(for: time)
            return true
        } catch {
            return false
        }
    }

    private func note(_ error: any Error) {
        let reason = SQLiteResult(error)?.description ?? String(describing: type(of: error))
        logger.error("Publishing failed; it is tried again.", metadata: ["error": "\(reason)"])
    }
}

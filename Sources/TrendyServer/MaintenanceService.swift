import Logging
import ServiceLifecycle
import TrendyModel

/// Deletes expired data at the start and then once a day, on one server of a database at a time.
struct MaintenanceService: Service {
    /// The lifetime of tombstones: devices that sync less often read a snapshot.
    static let tombstoneLifetime = Duration.seconds(90 * 86_400)
    /// The time after which another server may take over from one that ended within a pass.
    static let leaseDuration = Duration.seconds(600)
    private static let interval = Duration.seconds(86_400)

    private let store: any ServerStore
    private let dependencies: Dependencies
    private let metrics: ServerMetrics
    private let logger: Logger
    private let lease: Lease

    init(
        store: any ServerStore,
        dependencies: Dependencies,
        metrics: ServerMetrics,
        logger: Logger
    ) {
        self.store = store
        self.dependencies = dependencies
        self.metrics = metrics
        self.logger = logger
        lease = Lease(
            name: "maintenance",
            holder: randomHex(dependencies.random),
            duration: Self.leaseDuration
        )
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let hasRun = await maintain()
                do {
                    // After a pass of another server it has a lease until then, or has ended.
                    try await dependencies.clock.sleep(
                        for: hasRun ? Self.interval : Self.leaseDuration
                    )
                } catch {
                    // Cancelled: the server stops.
                    return
                }
            }
        }
    }

    /// Runs a pass; returns `false` while another server runs one.
    private func maintain() async -> Bool {
        do {
            guard try await takeLease() else {
                logger.debug("Another server maintains the database")
                return false
            }
        } catch {
            log("The maintenance of the database could not start", error)
            return true
        }
        await collect()
        do {
            try await store.release(lease)
        } catch {
            // It expires.
            log("The maintenance of the database could not end", error)
        }
        return true
    }

    private func takeLease() async throws -> Bool {
        try await store.take(lease, now: dependencies.wallClock.now())
    }

    private func collect() async {
        do {
            try await store.finishDeletions()
        } catch {
            log("A deletion of an account could not be completed", error)
        }
        let start = dependencies.wallClock.now()
        var takenAt = start
        do {
            try await store.collectGarbage(
                tombstonesBefore: start - Self.tombstoneLifetime,
                tokensBefore: start - SessionLifetime.unused
            ) {
                let now = dependencies.wallClock.now()
                guard now - takenAt >= Self.leaseDuration / 2 else { return true }
                takenAt = now
                return try await takeLease()
            }
            metrics.increment(.garbageCollections, [("result", "success")])
            let end = dependencies.wallClock.now()
            metrics.record(.garbageDuration, end - start)
            metrics.set(.lastGarbageCollection, Double(end.milliseconds) / 1000)
        } catch {
            metrics.increment(.garbageCollections, [("result", "failure")])
            // No request depends on it; the next pass tries again.
            log("Old data could not be removed", error)
        }
    }

    private func log(_ message: Logger.Message, _ error: any Error) {
        logger.error(message, metadata: ["kind": .string(ErrorKind.text(of: error))])
    }
}

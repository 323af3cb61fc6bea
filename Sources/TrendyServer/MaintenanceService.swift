import Logging
import ServiceLifecycle
import TrendyModel

/// Deletes expired data at the start and then once a day.
struct MaintenanceService: Service {
    /// The lifetime of tombstones: devices that sync less often read a snapshot.
    static let tombstoneLifetime = Duration.seconds(90 * 86_400)
    private static let interval = Duration.seconds(86_400)

    let store: any ServerStore
    let dependencies: Dependencies
    let metrics: ServerMetrics
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await collect()
                do {
                    try await dependencies.clock.sleep(for: Self.interval)
                } catch {
                    // Cancelled: the server stops.
                    return
                }
            }
        }
    }

    private func collect() async {
        do {
            try await store.finishDeletions()
        } catch {
            logger.error("A deletion of an account could not be completed")
        }
        let start = dependencies.wallClock.now()
        do {
            try await store.collectGarbage(
                tombstonesBefore: start - Self.tombstoneLifetime,
                tokensBefore: start - SessionLifetime.unused
            )
            metrics.increment(.garbageCollections, [("result", "success")])
            let end = dependencies.wallClock.now()
            metrics.record(.garbageDuration, end - start)
            metrics.set(.lastGarbageCollection, Double(end.milliseconds) / 1000)
        } catch {
            metrics.increment(.garbageCollections, [("result", "failure")])
            // No request depends on it; the next pass tries again.
            logger.error(
                "Old data could not be removed",
                metadata: ["kind": .string(ErrorKind.text(of: error))]
            )
        }
    }
}

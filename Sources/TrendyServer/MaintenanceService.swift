import Logging
import ServiceLifecycle
import TrendyModel

/// Forgets what is too old to matter: at the start, then once a day.
struct MaintenanceService: Service {
    /// How long a deletion is told to devices.
    static let tombstoneLifetime = Duration.seconds(90 * 86_400)
    /// How long a session lives without a refresh.
    static let sessionLifetime = Duration.seconds(180 * 86_400)
    private static let interval = Duration.seconds(86_400)

    let store: any ServerStore
    let dependencies: Dependencies
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
        let now = dependencies.wallClock.now()
        do {
            try await store.collectGarbage(
                tombstonesBefore: now - Self.tombstoneLifetime,
                tokensBefore: now - Self.sessionLifetime
            )
        } catch {
            // Nothing depends on it; the next pass tries again.
            logger.error(
                "Old data could not be removed",
                metadata: ["kind": .string(ErrorKind.text(of: error))]
            )
        }
    }
}

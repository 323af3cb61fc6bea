import ServiceLifecycle

/// Keeps the files of acknowledged commits complete while the server is idle.
struct PositionRecorder: Service {
    private static let interval = Duration.seconds(1)

    /// The guards of the clusters that are open now.
    let guards: @Sendable () -> [FailoverGuard]
    let clock: any Clock<Duration>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                for failoverGuard in guards() { failoverGuard.settle() }
                // Cancelled: the server stops.
                guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
            }
        }
    }
}

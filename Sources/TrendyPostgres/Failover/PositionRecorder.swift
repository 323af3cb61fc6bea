import ServiceLifecycle

/// Keeps the file of acknowledged commits complete while the server is idle.
struct PositionRecorder: Service {
    private static let interval = Duration.seconds(1)

    let failoverGuard: FailoverGuard
    let clock: any Clock<Duration>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                failoverGuard.settle()
                // Cancelled: the server stops.
                guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
            }
        }
    }
}

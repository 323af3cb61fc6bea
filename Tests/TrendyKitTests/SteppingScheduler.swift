import TrendyKit
import TrendyModel
import TrendySync

extension TestDevice {
    /// A scheduler of this device's syncs on a test clock, and the outcome of each run.
    func scheduler(
        on clock: SteppingClock,
        deadline: @escaping @Sendable () -> SyncDeadline? = { nil }
    ) -> (scheduler: SyncScheduler, runs: AsyncStream<Bool>) {
        let live = Dependencies.live()
        let (runs, continuation) = AsyncStream.makeStream(of: Bool.self)
        let scheduler = SyncScheduler(
            coordinator: coordinator,
            store: store,
            dependencies: Dependencies(
                wallClock: live.wallClock,
                random: live.random,
                ids: live.ids,
                clock: clock
            ),
            onRun: { result in
                if case .success = result {
                    continuation.yield(true)
                } else {
                    continuation.yield(false)
                }
            },
            deadline: deadline
        )
        return (scheduler, runs)
    }
}

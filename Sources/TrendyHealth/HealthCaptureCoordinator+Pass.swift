import TrendyModel
import TrendyStore

// Creates the passes of a coordinator.
extension HealthCaptureCoordinator {
    /// Creates a pass over a category.
    ///
    /// - `sourceOrder`: the names of the sources that take priority.
    /// - `deadline`: when the pass stops and leaves the rest to the next one; `nil` for no limit.
    func makePass(
        _ category: HealthMetric,
        _ settings: HealthSettings,
        zones: ZoneHistory,
        now: Instant,
        sourceOrder: [String],
        until deadline: Instant?
    ) -> HealthPass {
        HealthPass(
            category: category,
            store: store,
            source: source,
            zones: zones,
            now: now,
            settings: settings,
            sourceOrder: sourceOrder,
            isDeadlineExceeded: isDeadlineExceeded,
            shouldStop: { [isDeadlineExceeded, wallClock = dependencies.wallClock] in
                isDeadlineExceeded() || deadline.map { wallClock.now() >= $0 } ?? false
            }
        )
    }
}

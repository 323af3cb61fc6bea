import TrendyModel

extension HealthCaptureCoordinator {
    /// The delay before the next pass of a category.
    struct Pause {
        var end: Instant
        var length: Duration
        /// Whether a pass is scheduled for the end of the pause.
        var isPlanned = false
    }
}

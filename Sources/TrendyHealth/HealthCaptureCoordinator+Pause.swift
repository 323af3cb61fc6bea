import TrendyModel

extension HealthCaptureCoordinator {
    /// The delay before the next pass of a category.
    struct Pause {
        var end: Instant
        var length: Duration
        /// Whether a pass is scheduled for the end of the pause.
        var isPlanned = false
    }

    /// When a pass for a signal may run.
    enum SignalPermit {
        case now
        case later(Duration)
        /// A pass that is planned already covers the signal.
        case planned
    }
}

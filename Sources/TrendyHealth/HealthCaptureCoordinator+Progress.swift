extension HealthCaptureCoordinator {
    /// The progress of a capture.
    package struct Progress: Sendable, Equatable {
        /// The category that is being computed.
        package var category: HealthMetric
        /// The number of days that are done.
        package var doneDays: Int
        /// The total number of days.
        package var totalDays: Int
    }
}

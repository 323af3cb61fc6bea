package import TrendyHealth
package import TrendySync

/// Callbacks for an engine's background activity, for logs and for simulators that check it.
package struct EngineEvents: Sendable {
    /// Called when a sync ends.
    package var onSync: @Sendable (Result<SyncReport, any Error>) async -> Void = { _ in }
    /// Called when a running sync makes progress.
    package var onProgress: @Sendable (SyncProgress) async -> Void = { _ in }
    /// Called when capturing health data fails.
    ///
    /// Capture retries later.
    package var onCaptureFailure: @Sendable (HealthMetric?, any Error) -> Void = { _, _ in }
    /// Called when storing a region signal fails.
    ///
    /// The engine retries later.
    package var onPlaceFailure: @Sendable (any Error) -> Void = { _ in }
    /// Called after a visit or another change to a place was recorded.
    package var onPlaceRecorded: @Sendable () async -> Void = {}

    /// Creates callbacks that do nothing.
    package init() {}
}

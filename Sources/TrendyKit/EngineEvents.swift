public import TrendyHealth
public import TrendySync

/// What an engine does by itself, told to whoever put it together: for logs, and for simulators
/// that check it.
public struct EngineEvents: Sendable {
    /// A sync ended.
    public var onSync: @Sendable (Result<SyncReport, any Error>) async -> Void = { _ in }
    /// A run of sync has got on.
    public var onProgress: @Sendable (SyncProgress) async -> Void = { _ in }
    /// Health data could not be captured; it is tried again.
    public var onCaptureFailure: @Sendable (HealthCategory?, any Error) -> Void = { _, _ in }
    /// What was heard of a place could not be stored; it is tried again.
    public var onPlaceFailure: @Sendable (any Error) -> Void = { _ in }
    /// Something about a place was recorded.
    public var onPlaceRecorded: @Sendable () async -> Void = {}

    /// Nobody is told of anything.
    public init() {}
}

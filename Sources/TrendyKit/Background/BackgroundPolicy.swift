public import TrendyModel
public import TrendySync

/// The intervals and time limits of background tasks; pure.
public struct BackgroundPolicy: Sendable, Equatable {
    /// The identifier of the frequent, short refresh task.
    public static let refresh = "trendy.refresh"
    /// The identifier of the infrequent, long processing task.
    public static let processing = "trendy.processing"

    /// The identifiers that the app's property list must contain under
    /// `BGTaskSchedulerPermittedIdentifiers`.
    public static let identifiers = [refresh, processing]

    /// The earliest time between two refresh tasks.
    public var refreshInterval = Duration.seconds(30 * 60)
    /// The same interval in Low Power Mode.
    public var restrictedRefreshInterval = Duration.seconds(4 * 3600)
    /// The earliest time between two processing tasks.
    public var processingInterval = Duration.seconds(24 * 3600)
    /// The same interval while the device is charging.
    public var chargingProcessingInterval = Duration.seconds(6 * 3600)
    /// The time limit of a refresh task; the system grants up to 30 s.
    public var refreshTime = Duration.seconds(25)
    /// The time limit of a processing task; the system grants minutes.
    public var processingTime = Duration.seconds(300)

    /// Creates a policy with the default intervals.
    public init() {}

    /// The task requests to submit when the app enters the background or a task runs.
    ///
    /// - `processed`: when the last processing task ran; the next is due one interval later.
    public func requests(
        now: Instant,
        processed: Instant,
        conditions: SyncConditions
    ) -> [BackgroundTaskRequest] {
        let interval = conditions.isLowPower ? restrictedRefreshInterval : refreshInterval
        let pause =
            conditions.isCharging ? chargingProcessingInterval : processingInterval
        return [
            BackgroundTaskRequest(
                identifier: Self.refresh,
                kind: .refresh,
                earliestBegin: now + interval
            ),
            BackgroundTaskRequest(
                identifier: Self.processing,
                // In Low Power Mode the processing task requires external power.
                kind: .processing(needsNetwork: true, needsPower: conditions.isLowPower),
                earliestBegin: max(now, processed + pause)
            ),
        ]
    }

    /// The time limit of a task.
    func time(for identifier: String) -> Duration {
        identifier == Self.processing ? processingTime : refreshTime
    }
}

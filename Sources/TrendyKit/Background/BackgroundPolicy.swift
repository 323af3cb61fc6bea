public import TrendyModel
public import TrendySync

/// What the app asks its system for, and what it does with it; pure.
public struct BackgroundPolicy: Sendable, Equatable {
    /// The identifier of the task that runs often and shortly.
    public static let refresh = "trendy.refresh"
    /// The identifier of the task that runs seldom and long.
    public static let processing = "trendy.processing"

    /// The identifiers that an app's property list must permit:
    /// `BGTaskSchedulerPermittedIdentifiers`.
    public static let identifiers = [refresh, processing]

    /// The time between two refreshes, as far as the app is asked.
    public var refreshInterval = Duration.seconds(30 * 60)
    /// The same while the device saves power.
    public var restrictedRefreshInterval = Duration.seconds(4 * 3600)
    /// The time between two long tasks.
    public var processingInterval = Duration.seconds(24 * 3600)
    /// The same while the device is on a charger.
    public var chargingProcessingInterval = Duration.seconds(6 * 3600)
    /// What a refresh takes at most; the system grants up to 30 s.
    public var refreshTime = Duration.seconds(25)
    /// What a long task takes at most; the system grants minutes.
    public var processingTime = Duration.seconds(300)

    /// The usual times.
    public init() {}

    /// What to ask for, whenever the app leaves the screen or such a task runs.
    ///
    /// - `processed`: when the long task last had its time; when that was long ago it is due.
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
                // Saving power, the long one waits for a charger.
                kind: .processing(needsNetwork: true, needsPower: conditions.isLowPower),
                earliestBegin: max(now, processed + pause)
            ),
        ]
    }

    /// How long a task of an identifier may take.
    func time(for identifier: String) -> Duration {
        identifier == Self.processing ? processingTime : refreshTime
    }
}

package import TrendyModel
package import TrendySync

/// The intervals and time limits of background tasks; pure.
package struct BackgroundPolicy: Sendable, Equatable {
    /// The identifier of the frequent, short refresh task.
    package static let refresh = "trendy.refresh"
    /// The identifier of the infrequent, long processing task.
    package static let processing = "trendy.processing"

    /// The identifiers that the app's property list must contain under
    /// `BGTaskSchedulerPermittedIdentifiers`.
    package static let identifiers = [refresh, processing]

    /// The earliest time between two refresh tasks.
    package var refreshInterval = Duration.seconds(30 * 60)
    /// The same interval in Low Power Mode.
    package var restrictedRefreshInterval = Duration.seconds(4 * 3600)
    /// The earliest time between two processing tasks.
    package var processingInterval = Duration.seconds(24 * 3600)
    /// The same interval while the device is charging.
    package var chargingProcessingInterval = Duration.seconds(6 * 3600)
    /// The time limit of a refresh task; the system grants up to 30 s.
    package var refreshTime = Duration.seconds(25)
    /// The time limit of a processing task; the system grants minutes.
    package var processingTime = Duration.seconds(300)

    /// Creates a policy with the default intervals.
    package init() {}

    /// The task requests to submit when the app enters the background or a task runs.
    ///
    /// - `processed`: when the last processing task ran; the next is due one interval later.
    package func requests(
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

// SimulatedTasksBehavior: settings of the simulated BackgroundTasks, and its task records.

/// Settings of the simulated BackgroundTasks where Apple's behaviour is undocumented or varies.
///
/// The defaults are the documented or most often observed behaviour; the README states which.
public struct BackgroundTasksBehavior: Sendable, Hashable {
    // MARK: granting

    /// The delay between the earliest start of a refresh task and its grant.
    public var refreshDelay = Duration.zero
    /// The delay between the earliest start of a processing task and its grant.
    public var processingDelay = Duration.zero
    /// The largest random delay of a grant in addition.
    public var jitter = Duration.zero
    /// The shortest interval between two refresh tasks of one identifier.
    public var refreshInterval = Duration.seconds(15 * 60)
    /// The shortest interval between two processing tasks of one identifier.
    public var processingInterval = Duration.seconds(15 * 60)
    /// The idle time of the device that a processing task requires.
    public var idleTime = Duration.seconds(5 * 60)
    /// Processing tasks are granted if the person opened the app within this time.
    public var usageWindow = Duration.seconds(7 * 86_400)
    /// The battery level below which no task is granted, unless the device charges.
    public var criticalBatteryLevel = 0.2
    /// The system's delay after a launch in which the app did not register a handler.
    public var retryDelay = Duration.seconds(15 * 60)
    /// Whether tasks run before the first unlock.
    public var runsBeforeFirstUnlock = false

    // MARK: running

    /// The time limit of a refresh task.
    public var refreshRuntime = Duration.seconds(30)
    /// The time limit of a processing task.
    public var processingRuntime = Duration.seconds(5 * 60)
    /// The number of tasks in a thousand that expire early, after ``earlyRuntime``.
    public var earlyPerMille = 0
    /// The time limit of tasks that expire early.
    public var earlyRuntime = Duration.seconds(2)...Duration.seconds(5)
    /// The time that the app has to complete an expired task.
    public var expirationGrace = Duration.seconds(5)
    /// Whether an app that does not complete an expired task is ended.
    public var endsUnfinished = true
    /// Whether processing tasks expire when the device is picked up.
    public var pickUpEndsProcessing = true

    // MARK: requests

    /// The limit of pending refresh requests.
    public var refreshLimit = 1
    /// The limit of pending processing requests.
    public var processingLimit = 10
    /// Whether pending requests survive a reboot.
    public var requestsSurviveReboot = true

    /// The defaults.
    public init() {}
}

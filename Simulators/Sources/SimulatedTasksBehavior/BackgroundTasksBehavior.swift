// SimulatedTasksBehavior: the switches of the simulated BackgroundTasks, and what its tasks were.

/// How the simulated BackgroundTasks behaves where Apple's is not documented, or may differ.
///
/// The defaults are what is documented or was seen most often; the README says which is which.
public struct BackgroundTasksBehavior: Sendable, Hashable {
    // Granting

    /// How long after a refresh may begin it is granted.
    public var refreshDelay = Duration.zero
    /// How long after a processing task may begin it is granted.
    public var processingDelay = Duration.zero
    /// The most by which any grant is later than that, by chance.
    public var jitter = Duration.zero
    /// The shortest span between the beginnings of two refreshes of one identifier.
    public var refreshInterval = Duration.seconds(15 * 60)
    /// The same of processing tasks.
    public var processingInterval = Duration.seconds(15 * 60)
    /// How long the device must have been idle for a processing task.
    public var idleTime = Duration.seconds(5 * 60)
    /// Processing tasks are granted when the person opened the app within this span.
    public var usageWindow = Duration.seconds(7 * 86_400)
    /// The charge below which nothing is granted, unless the device charges.
    public var criticalBatteryLevel = 0.2
    /// How long the system waits after a launch that the app did not answer.
    public var retryDelay = Duration.seconds(15 * 60)
    /// Whether tasks run before the passcode was given for the first time.
    public var runsBeforeFirstUnlock = false

    // Running

    /// How long a refresh may take.
    public var refreshRuntime = Duration.seconds(30)
    /// How long a processing task may take.
    public var processingRuntime = Duration.seconds(5 * 60)
    /// Of a thousand tasks, how many have to end after ``earlyRuntime`` already.
    public var earlyPerMille = 0
    /// After how long tasks have to end that end early.
    public var earlyRuntime = Duration.seconds(2)...Duration.seconds(5)
    /// How long the app has to complete a task that was told to end.
    public var expirationGrace = Duration.seconds(5)
    /// Whether an app that does not is ended.
    public var endsUnfinished = true
    /// Whether processing tasks have to end when the device is taken into the hand.
    public var pickUpEndsProcessing = true

    // Requests

    /// Refresh requests that may be pending.
    public var refreshLimit = 1
    /// Processing requests that may be pending.
    public var processingLimit = 10
    /// Whether requests that are pending outlive a restart of the device.
    public var requestsSurviveReboot = true

    /// The defaults.
    public init() {}
}

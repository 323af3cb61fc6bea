public import TrendyModel

/// What an app asks its system to run some time later, in the background.
public struct BackgroundTaskRequest: Sendable, Hashable {
    /// What kind of time is asked for.
    public enum Kind: Sendable, Hashable {
        /// A short while, often.
        case refresh
        /// Minutes, when the device is idle.
        case processing(needsNetwork: Bool, needsPower: Bool)
    }

    /// The task's identifier, as the app's property list permits it.
    public var identifier: String
    /// What kind of time is asked for.
    public var kind: Kind
    /// Not before this; at any time when `nil`.
    public var earliestBegin: Instant?

    /// A request; it replaces a pending one of the same identifier.
    public init(identifier: String, kind: Kind, earliestBegin: Instant? = nil) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBegin = earliestBegin
    }
}

/// Why the system does not take a request.
public enum BackgroundTaskRefusal: Error, Sendable, Hashable {
    /// The person has switched background refresh off, or the device cannot do it.
    case unavailable
    /// Too many requests are pending.
    case tooMany
    /// The app's property list does not permit the identifier.
    case notPermitted
}

/// Runs an app's tasks in the background: `BGTaskScheduler`.
public protocol BackgroundTaskScheduling: Sendable {
    /// Says what runs for an identifier; once for each, before the launch ends.
    ///
    /// - `launch`: called when the system grants the time, on any thread.
    /// - Returns: whether the app's property list permits the identifier.
    func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool

    /// Asks for time; a pending request of the same identifier is replaced.
    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal)

    /// Takes a request back.
    func cancel(_ identifier: String)
}

/// Time that the system grants: `BGTask`.
public protocol BackgroundTask: Sendable {
    /// The identifier it was asked for under.
    var identifier: String { get }

    /// Says what is done when the time is over; the task must be completed soon after.
    func onExpiration(_ handler: @escaping @Sendable () -> Void)

    /// Gives the time back; to be called once.
    func complete(success: Bool)
}

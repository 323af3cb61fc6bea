package import TrendyModel

/// A request to run a background task later.
package struct BackgroundTaskRequest: Sendable, Hashable {
    /// The kind of background task.
    package enum Kind: Sendable, Hashable {
        /// A short task that runs often.
        case refresh
        /// A task of minutes that runs while the device is idle.
        case processing(needsNetwork: Bool, needsPower: Bool)
    }

    /// The task's identifier; the app's property list must permit it.
    package var identifier: String
    /// The kind of background task.
    package var kind: Kind
    /// The earliest start; `nil` for any time.
    package var earliestBegin: Instant?

    /// Creates a request.
    ///
    /// It replaces a pending request with the same identifier.
    package init(identifier: String, kind: Kind, earliestBegin: Instant? = nil) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBegin = earliestBegin
    }
}

/// The reason why the system refuses a request.
package enum BackgroundTaskRefusal: Error, Sendable, Hashable {
    /// The person has disabled background refresh, or the device does not support it.
    case unavailable
    /// Too many requests are pending.
    case tooMany
    /// The app's property list does not permit the identifier.
    case notPermitted
}

/// Schedules background tasks, as `BGTaskScheduler` does.
package protocol BackgroundTaskScheduling: Sendable {
    /// Registers the launch handler of an identifier; once per identifier, before the launch ends.
    ///
    /// - `launch`: called on any thread when the system starts the task.
    /// - Returns: whether the app's property list permits the identifier.
    func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool

    /// Submits a request; it replaces a pending request with the same identifier.
    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal)

    /// Cancels a pending request.
    func cancel(_ identifier: String)
}

/// A running background task, as `BGTask`.
package protocol BackgroundTask: Sendable {
    /// The identifier of its request.
    var identifier: String { get }

    /// Sets the handler that runs when the time expires; complete the task soon after.
    func onExpiration(_ handler: @escaping @Sendable () -> Void)

    /// Completes the task; call it exactly once.
    func complete(success: Bool)
}

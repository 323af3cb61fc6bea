/// What the app has asked the system about one region, and what the system has answered.
enum RegionState: Sendable, Equatable {
    /// Registered, and its state is known; also the state of every region that is not tracked.
    case known
    /// The app asked the system to monitor the region, and the system does not list it yet.
    case registering
    /// The app asks for the state at the next catch-up; the system has answered "unknown" so often.
    case requestDue(unknownAnswers: Int)
    /// The app has asked for the state; the system has answered "unknown" so often before.
    case requested(unknownAnswers: Int)
    /// The system has answered "unknown" too often; the app asks again when it reconciles.
    case unknown
    /// The state is known but may be older than the last crossing; the app asks once more at the
    /// next catch-up.
    case confirmationDue
}

/// Time in the background that was asked for.
public struct UIBackgroundTaskIdentifier: Hashable, Equatable, RawRepresentable, Sendable {
    /// The system's number for it.
    public let rawValue: Int

    /// An identifier of the system's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No time was granted.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Whether the app may run in the background.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// It may not, and the person cannot change that.
    case restricted = 0
    /// The person does not want it.
    case denied = 1
    /// It may.
    case available = 2
}

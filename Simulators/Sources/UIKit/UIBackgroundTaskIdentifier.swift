/// An identifier of a background time assertion.
public struct UIBackgroundTaskIdentifier: Hashable, Equatable, RawRepresentable, Sendable {
    /// The system's number.
    public let rawValue: Int

    /// An identifier from the system's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The identifier of an assertion that was not granted.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The status of Background App Refresh.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// Unavailable, and the person cannot change that.
    case restricted = 0
    /// Turned off by the person.
    case denied = 1
    /// Available.
    case available = 2
}

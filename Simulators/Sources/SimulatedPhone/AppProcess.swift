/// What the app's process is doing.
public enum AppProcess: String, Sendable, Hashable {
    /// There is none.
    case notRunning
    /// The person looks at it.
    case foreground
    /// It runs, unseen, for a while.
    case background
    /// It is in memory and frozen; nothing reaches it.
    case suspended

    /// Whether code of it runs.
    public var isRunning: Bool { self == .foreground || self == .background }
}

/// Why the app's process is started.
public enum LaunchReason: String, Sendable, Hashable {
    /// The person opened it.
    case user
    /// New health data.
    case healthKit
    /// A region was crossed, or a visit seen.
    case location
    /// A scheduled background task.
    case backgroundTask
    /// Uploads in the background have ended.
    case urlSession
    /// A silent push.
    case remoteNotification
}

/// Which app it is that the phone runs.
public struct AppIdentity: Sendable, Hashable {
    /// As in `com.example.app`.
    public var bundleIdentifier: String
    /// The name that people see.
    public var name: String
    /// The version that it tells frameworks.
    public var version: String

    /// An app of one's own.
    public init(
        bundleIdentifier: String = "com.example.app",
        name: String = "App",
        version: String = "1.0"
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.version = version
    }
}

/// The state of the app's process.
public enum AppProcess: String, Sendable, Hashable {
    /// Not running.
    case notRunning
    /// In the foreground.
    case foreground
    /// In the background, for a limited time.
    case background
    /// In memory and suspended; no calls reach it.
    case suspended

    /// Whether its code runs.
    public var isRunning: Bool { self == .foreground || self == .background }
}

/// The reason for a launch.
public enum LaunchReason: String, Sendable, Hashable {
    /// The person opened the app.
    case user
    /// New health data.
    case healthKit
    /// A region crossing or a visit.
    case location
    /// A scheduled background task.
    case backgroundTask
    /// The end of background uploads.
    case urlSession
    /// A silent push.
    case remoteNotification
}

/// The app that the phone runs.
public struct AppIdentity: Sendable, Hashable {
    /// The bundle identifier, for example `com.example.app`.
    public var bundleIdentifier: String
    /// The visible name.
    public var name: String
    /// The version.
    public var version: String

    /// An app with explicit properties.
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

public import Foundation

/// The kind of a background task.
public enum BackgroundTaskKind: String, Sendable, Hashable {
    /// App refresh: a short task.
    case refresh
    /// Processing: several minutes, while the device is idle.
    case processing
}

/// A background task that has run or is running.
public struct BackgroundTaskRun: Sendable, Hashable {
    /// The outcome of a task.
    public enum Outcome: String, Sendable, Hashable {
        /// The app completed it with success.
        case succeeded
        /// The app completed it without success.
        case failed
        /// The system ended it because it had no expiration handler.
        case cutOff
        /// The process ended first.
        case lost
    }

    /// The identifier.
    public let identifier: String
    /// The kind.
    public let kind: BackgroundTaskKind
    /// The number of the process.
    public let generation: Int
    /// The time at which the app received it.
    public let began: Date
    /// The time of its expiration; `nil` when it did not expire.
    public package(set) var expired: Date?
    /// The time of its end; `nil` while it runs.
    public package(set) var ended: Date?
    /// The outcome; `nil` while it runs.
    public package(set) var outcome: Outcome?

    package init(identifier: String, kind: BackgroundTaskKind, generation: Int, began: Date) {
        self.identifier = identifier
        self.kind = kind
        self.generation = generation
        self.began = began
    }
}

/// A pending request for a background task.
public struct SubmittedTaskRequest: Sendable, Hashable {
    /// The identifier.
    public let identifier: String
    /// The kind.
    public let kind: BackgroundTaskKind
    /// Whether it requires a network.
    public let needsNetwork: Bool
    /// Whether it requires external power.
    public let needsPower: Bool
    /// The earliest start; any time when `nil`.
    public let earliestBegin: Date?
    /// The time of submission.
    public let submitted: Date

    package init(
        identifier: String,
        kind: BackgroundTaskKind,
        needsNetwork: Bool = false,
        needsPower: Bool = false,
        earliestBegin: Date?,
        submitted: Date
    ) {
        self.identifier = identifier
        self.kind = kind
        self.needsNetwork = needsNetwork
        self.needsPower = needsPower
        self.earliestBegin = earliestBegin
        self.submitted = submitted
    }
}

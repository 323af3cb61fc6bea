public import Foundation

/// What kind of time a background task was granted.
public enum BackgroundTaskKind: String, Sendable, Hashable {
    /// A short while.
    case refresh
    /// Minutes, while the device is idle.
    case processing
}

/// A background task that ran, or still does.
public struct BackgroundTaskRun: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: String, Sendable, Hashable {
        /// The app said that all is done.
        case succeeded
        /// The app said that not all is done.
        case failed
        /// It could not be told to end, and the system did so.
        case cutOff
        /// The process ended first.
        case lost
    }

    /// The identifier.
    public let identifier: String
    /// The kind of time.
    public let kind: BackgroundTaskKind
    /// In which process.
    public let generation: Int
    /// When it was handed to the app.
    public let began: Date
    /// When it was told to end; `nil` when it was not.
    public package(set) var expired: Date?
    /// When it ended; `nil` while it runs.
    public package(set) var ended: Date?
    /// How it ended; `nil` while it runs.
    public package(set) var outcome: Outcome?

    package init(identifier: String, kind: BackgroundTaskKind, generation: Int, began: Date) {
        self.identifier = identifier
        self.kind = kind
        self.generation = generation
        self.began = began
    }
}

/// A request for a background task that is pending.
public struct BackgroundTaskWish: Sendable, Hashable {
    /// The identifier.
    public let identifier: String
    /// The kind of time.
    public let kind: BackgroundTaskKind
    /// Whether it waits for a network.
    public let needsNetwork: Bool
    /// Whether it waits for a charger.
    public let needsPower: Bool
    /// Not before this; at any time when `nil`.
    public let earliestBegin: Date?
    /// When the app asked.
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

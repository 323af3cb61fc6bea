// SimulatedNotificationsBehavior: the switches of the simulated UserNotifications, and what was
// shown.

public import Foundation

/// How the simulated UserNotifications behaves where Apple's is not documented, or may differ.
public struct NotificationsBehavior: Sendable, Hashable {
    /// Whether adding a request fails while the person does not allow notifications; else it is
    /// taken, and nothing is shown.
    public var refusesWhenNotAllowed = true
    /// Whether the person is not asked, and whoever wants that gets an error, as an app does that
    /// may not notify anybody.
    public var refusesToAsk = false

    /// The defaults.
    public init() {}
}

/// What the person says when the app asks whether it may notify them.
public enum NotificationDecision: String, Sendable, Hashable {
    /// Yes.
    case allow
    /// No.
    case refuse
}

/// A notification as the person sees it.
public struct ShownNotification: Sendable, Hashable {
    /// The request's identifier.
    public let identifier: String
    /// The first line.
    public let title: String
    /// What follows.
    public let body: String
    /// What it is shown together with.
    public let thread: String
    /// When it was shown.
    public let date: Date

    package init(identifier: String, title: String, body: String, thread: String, date: Date) {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.thread = thread
        self.date = date
    }
}

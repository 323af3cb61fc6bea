public import Foundation

/// Settings of the simulated UserNotifications where Apple's behaviour is undocumented or varies.
public struct NotificationsBehavior: Sendable, Hashable {
    /// Whether adding a request fails without authorization; otherwise it succeeds and nothing is
    /// shown.
    public var refusesWhenNotAllowed = true
    /// Whether a request for authorization fails without a prompt, as for an app that may not send
    /// notifications.
    public var refusesToAsk = false

    /// The defaults.
    public init() {}
}

/// The person's answer to the authorization prompt.
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
    /// The title.
    public let title: String
    /// The body.
    public let body: String
    /// The thread identifier, by which notifications are grouped.
    public let thread: String
    /// The time at which it was shown.
    public let date: Date

    package init(identifier: String, title: String, body: String, thread: String, date: Date) {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.thread = thread
        self.date = date
    }
}

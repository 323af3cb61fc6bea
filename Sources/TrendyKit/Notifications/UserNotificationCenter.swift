import Foundation
import TrendyLocalization
import TrendyStore

/// A local user notification.
package struct UserNotification: Sendable, Hashable {
    /// The identifier; showing it again replaces the earlier notification.
    package var identifier: String
    /// The title.
    package var title: String
    /// The body; empty for none.
    package var body: String
    /// The thread identifier that groups notifications.
    package var thread: String
    /// The delay before it is shown; `nil` shows it immediately.
    package var delay: Duration?

    /// Creates a notification.
    package init(
        identifier: String,
        title: String,
        body: String = "",
        thread: String,
        delay: Duration? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.thread = thread
        self.delay = delay
    }
}

/// The authorization to show notifications.
package enum NotificationAuthorization: String, Sendable, Hashable {
    /// The person has not been asked.
    case notDetermined
    /// The person denied it.
    case denied
    /// The person granted it, in full or provisionally.
    case authorized
}

/// Shows local notifications, as `UNUserNotificationCenter` does.
package protocol UserNotificationCenter: Sendable {
    /// The current authorization.
    func authorization() async -> NotificationAuthorization

    /// Requests authorization. The system prompts only the first time.
    ///
    /// - Returns: whether the person granted it.
    /// - Throws: ``NotificationError`` when the system cannot prompt.
    func requestAuthorization() async throws -> Bool

    /// Shows a notification, immediately or after its delay. Replaces one with the same identifier.
    func show(_ notification: UserNotification) async throws

    /// Removes delivered and pending notifications by identifier.
    func withdraw(_ identifiers: [String]) async

    /// Removes all delivered and pending notifications of this app, including those of earlier
    /// processes.
    func withdrawAll() async
}

/// An error of the system's notification service.
package struct NotificationError: Error, Sendable, CustomStringConvertible {
    /// What happened.
    package let message: String

    /// Creates an error from the system's error.
    package init(system error: any Error) {
        message = Strings.Notifications.systemRefused([
            "reason": PlainDetail.text(error.localizedDescription) ?? Strings.Store.noReason()
        ])
    }

    /// What happened.
    package var description: String { message }
}

extension NotificationError: UserFacingError {}

#if canImport(UserNotifications)
import Foundation
package import TrendyKit
package import UserNotifications

/// Shows notifications with `UNUserNotificationCenter`.
///
/// Create it at launch: it becomes the center's delegate, so that notifications are also shown
/// while the app is in the foreground.
package final class SystemNotificationCenter: UserNotificationCenter, @unchecked Sendable {
    // Unchecked: the center is a singleton and thread-safe.

    /// The prefix of Trendy's identifiers among the app's notifications.
    private static let prefix = "trendy/"

    private let center: UNUserNotificationCenter
    private let presenter = Presenter()

    /// Creates an adapter over the app's center.
    package init(_ center: UNUserNotificationCenter = .current()) {
        self.center = center
        center.delegate = presenter
    }

    /// The current authorization.
    package func authorization() async -> NotificationAuthorization {
        switch await center.notificationSettings().authorizationStatus {
        case .notDetermined: .notDetermined
        case .denied: .denied
        default: .authorized
        }
    }

    /// Requests authorization; the system prompts only the first time.
    package func requestAuthorization() async throws -> Bool {
        do {
            return try await center.requestAuthorization(options: [.alert, .sound])
        } catch {
            throw NotificationError(system: error)
        }
    }

    /// Shows a notification, immediately or after its delay.
    ///
    /// Replaces one with the same identifier.
    package func show(_ notification: UserNotification) async throws {
        let content = UNMutableNotificationContent()
        content.title = notification.title
        content.body = notification.body
        content.threadIdentifier = notification.thread
        let trigger = notification.delay.map {
            UNTimeIntervalNotificationTrigger(
                timeInterval: max(1, $0 / .seconds(1)),
                repeats: false
            )
        }
        try await center.add(
            UNNotificationRequest(
                identifier: Self.prefix + notification.identifier,
                content: content,
                trigger: trigger
            )
        )
    }

    /// Removes delivered and pending notifications by identifier.
    package func withdraw(_ identifiers: [String]) async {
        remove(identifiers.map { Self.prefix + $0 })
    }

    /// Removes all of Trendy's notifications; the app's own notifications stay.
    package func withdrawAll() async {
        let pending = await center.pendingNotificationRequests().map(\.identifier)
        let delivered = await center.deliveredNotifications().map(\.request.identifier)
        remove((pending + delivered).filter { $0.hasPrefix(Self.prefix) })
    }

    private func remove(_ identifiers: [String]) {
        center.removePendingNotificationRequests(withIdentifiers: identifiers)
        center.removeDeliveredNotifications(withIdentifiers: identifiers)
    }

    private final class Presenter: NSObject, UNUserNotificationCenterDelegate {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler([.banner, .list])
        }
    }
}
#endif

#if canImport(UserNotifications)
import Foundation
public import TrendyKit
public import UserNotifications

/// Notices by `UNUserNotificationCenter`.
///
/// Make it at launch: it is the center's delegate from then on, so that notices are shown while the
/// app is on the screen as well.
public final class SystemNotificationCenter: UserNotificationCenter, @unchecked Sendable {
    // Unchecked: the center is one for the process, and may be asked from any thread.

    /// How the identifiers of our notices begin, among others of the app.
    private static let prefix = "trendy/"

    private let center: UNUserNotificationCenter
    private let presenter = Presenter()

    /// The app's center.
    public init(_ center: UNUserNotificationCenter = .current()) {
        self.center = center
        center.delegate = presenter
    }

    /// What the person allows.
    public func authorization() async -> NotificationAuthorization {
        switch await center.notificationSettings().authorizationStatus {
        case .notDetermined: .notDetermined
        case .denied: .denied
        default: .authorized
        }
    }

    /// Asks the person, the first time.
    public func requestAuthorization() async throws -> Bool {
        do {
            return try await center.requestAuthorization(options: [.alert, .sound])
        } catch {
            throw NotificationError(system: error)
        }
    }

    /// Shows a notice, at once or after its delay; one of the same identifier is replaced.
    public func show(_ notice: UserNotification) async throws {
        let content = UNMutableNotificationContent()
        content.title = notice.title
        content.body = notice.body
        content.threadIdentifier = notice.thread
        let trigger = notice.delay.map {
            UNTimeIntervalNotificationTrigger(
                timeInterval: max(1, $0 / .seconds(1)),
                repeats: false
            )
        }
        try await center.add(
            UNNotificationRequest(
                identifier: Self.prefix + notice.identifier,
                content: content,
                trigger: trigger
            )
        )
    }

    /// Takes notices back that are still shown, or about to be.
    public func withdraw(_ identifiers: [String]) async {
        remove(identifiers.map { Self.prefix + $0 })
    }

    /// Takes every notice back; what the app itself notifies of stays.
    public func withdrawAll() async {
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

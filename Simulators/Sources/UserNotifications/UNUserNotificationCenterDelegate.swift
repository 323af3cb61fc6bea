public import Foundation

/// Decides on the presentation of notifications while the app is in the foreground.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Returns the presentation of a notification while the app is in the foreground; without a
    /// delegate it is not shown.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    )
}

extension UNUserNotificationCenterDelegate {
    /// Shows nothing; the method is optional in Apple's protocol.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([])
    }
}

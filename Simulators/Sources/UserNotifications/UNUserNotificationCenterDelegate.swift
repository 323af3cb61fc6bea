public import Foundation

/// Who decides about notifications while the app is on the screen.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Says how a notification is shown while the app is on the screen; without a delegate it is
    /// not.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    )
}

extension UNUserNotificationCenterDelegate {
    /// Optional at Apple's: it is not shown.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([])
    }
}

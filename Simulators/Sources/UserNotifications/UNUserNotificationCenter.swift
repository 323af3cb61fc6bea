// UserNotifications: an implementation of Apple's framework over a simulated phone whose person a
// test controls.

public import Foundation
import SimulatedPhone
import Synchronization

/// Schedules notifications and requests authorization.
///
/// An instance belongs to the process that obtained it; its calls have no effect after the process
/// has ended. Handlers are called on the phone's timeline.
open class UNUserNotificationCenter: NSObject {
    let system: NotificationSystem
    let generation: Int

    init(system: NotificationSystem, generation: Int) {
        self.system = system
        self.generation = generation
    }

    /// The centre of the current process.
    open class func current() -> UNUserNotificationCenter {
        let phone = Phone.ofCaller("UNUserNotificationCenter.current()")
        return NotificationSystem.of(phone).center(phone.generation)
    }

    /// Decides on presentation while the app is in the foreground.
    open weak var delegate: (any UNUserNotificationCenterDelegate)?

    /// Requests authorization.
    ///
    /// The person is prompted the first time; later calls return their answer.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try system.requestAuthorization(options, generation).get()
    }

    /// Requests authorization.
    ///
    /// The person is prompted the first time; later calls return their answer.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = system.requestAuthorization(options, generation)
        system.deliver(to: generation) {
            switch result {
            case .success(let isGranted): completionHandler(isGranted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    /// The current settings.
    open func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(authorizationStatus: system.status)
    }

    /// Passes the current settings to a handler.
    open func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let status = system.status
        system.deliver(to: generation) {
            completionHandler(UNNotificationSettings(authorizationStatus: status))
        }
    }

    /// Schedules a notification; it replaces one with the same identifier.
    open func add(_ request: UNNotificationRequest) async throws {
        if let error = system.add(request, generation) { throw error }
    }

    /// Schedules a notification; it replaces one with the same identifier.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = system.add(request, generation)
        if let completionHandler {
            system.deliver(to: generation) { completionHandler(error) }
        }
    }

    /// The scheduled notifications.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        system.pendingRequests
    }

    /// The notifications that are still shown.
    open func deliveredNotifications() async -> [UNNotification] { system.deliveredNotifications }

    /// Cancels scheduled notifications.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        system.removePending(generation) { identifiers.contains($0) }
    }

    /// Cancels all scheduled notifications.
    open func removeAllPendingNotificationRequests() {
        system.removePending(generation) { _ in true }
    }

    /// Removes shown notifications.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        system.removeDelivered(generation) { identifiers.contains($0) }
    }

    /// Removes all shown notifications.
    open func removeAllDeliveredNotifications() {
        system.removeDelivered(generation) { _ in true }
    }
}

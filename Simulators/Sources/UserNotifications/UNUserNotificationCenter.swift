// UserNotifications: Apple's framework as an app sees it, on a phone whose person a test plays.

public import Foundation
import SimulatedPhone
import Synchronization

/// Shows notifications, and asks the person whether the app may.
///
/// It belongs to the process that took it: once that is gone, nothing that is asked of it happens.
/// Handlers are called on the phone's timeline.
open class UNUserNotificationCenter: NSObject {
    let system: NotificationSystem
    let generation: Int

    init(system: NotificationSystem, generation: Int) {
        self.system = system
        self.generation = generation
    }

    /// The center of the current phone's process.
    open class func current() -> UNUserNotificationCenter {
        let phone = Phone.ofCaller("UNUserNotificationCenter.current()")
        return NotificationSystem.of(phone).center(phone.generation)
    }

    /// Who decides while the app is on the screen.
    open weak var delegate: (any UNUserNotificationCenterDelegate)?

    /// Asks the person, the first time; later it answers what they said.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try system.requestAuthorization(options, generation).get()
    }

    /// Asks the person, the first time; later it answers what they said.
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

    /// What the person allows.
    open func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(authorizationStatus: system.status)
    }

    /// What the person allows.
    open func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let status = system.status
        system.deliver(to: generation) {
            completionHandler(UNNotificationSettings(authorizationStatus: status))
        }
    }

    /// Asks for a notification to be shown; another one of its identifier makes room.
    open func add(_ request: UNNotificationRequest) async throws {
        if let error = system.add(request, generation) { throw error }
    }

    /// Asks for a notification to be shown; another one of its identifier makes room.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = system.add(request, generation)
        if let completionHandler {
            system.deliver(to: generation) { completionHandler(error) }
        }
    }

    /// What waits to be shown.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        system.pendingRequests
    }

    /// What was shown, and still is.
    open func deliveredNotifications() async -> [UNNotification] { system.deliveredNotifications }

    /// Takes back what waits to be shown.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        system.removePending(generation) { identifiers.contains($0) }
    }

    /// Takes back all that waits to be shown.
    open func removeAllPendingNotificationRequests() {
        system.removePending(generation) { _ in true }
    }

    /// Takes away what is shown.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        system.removeDelivered(generation) { identifiers.contains($0) }
    }

    /// Takes away all that is shown.
    open func removeAllDeliveredNotifications() {
        system.removeDelivered(generation) { _ in true }
    }
}

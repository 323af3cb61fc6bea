@_exported public import SimulatedPhone
import Synchronization
public import UserNotifications

extension Phone {
    /// The control surface of this phone's notifications.
    public var notifications: SimulatedNotifications {
        SimulatedNotifications(system: .of(self))
    }
}

/// Controls the person's side of a phone's notifications.
public struct SimulatedNotifications: Sendable {
    let system: NotificationSystem

    /// Settings of UserNotifications where Apple's documentation is open.
    public var behavior: NotificationsBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.state.withLock { $0.behavior = newValue } }
    }

    /// The person's answer to the authorization prompt, which is shown once.
    public var answer: NotificationDecision {
        get { system.state.withLock { $0.answer } }
        nonmutating set { system.state.withLock { $0.answer = newValue } }
    }

    /// The authorization, as the person can change it in Settings.
    public var authorizationStatus: UNAuthorizationStatus {
        get { .init(rawValue: system.state.withLock { $0.status }) ?? .notDetermined }
        nonmutating set { system.state.withLock { $0.status = newValue.rawValue } }
    }

    /// The number of prompts.
    public var prompts: Int { system.state.withLock { $0.prompts } }

    /// The shown notifications, oldest first.
    public var delivered: [ShownNotification] { system.delivered }

    /// The scheduled notifications.
    public var pending: [ShownNotification] { system.pending }

    /// The notifications that were not shown because the app was in the foreground and set no
    /// presentation options.
    public var silenced: [ShownNotification] { system.state.withLock { $0.silenced } }

    /// The person dismisses a shown notification.
    public func dismiss(_ identifier: String) {
        system.dismiss { $0 == identifier }
    }
}

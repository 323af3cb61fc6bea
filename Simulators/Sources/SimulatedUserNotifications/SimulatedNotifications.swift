// SimulatedUserNotifications: how a test or a world plays the person whom a simulated phone
// notifies.

@_exported public import SimulatedNotificationsBehavior
public import SimulatedPhone
import Synchronization
public import UserNotifications

extension Phone {
    /// The notifications of this phone, from the person's side.
    public var notifications: SimulatedNotifications {
        SimulatedNotifications(system: .of(self))
    }
}

/// The notifications of a phone, from the person's side.
public struct SimulatedNotifications: Sendable {
    let system: NotificationSystem

    /// How UserNotifications behaves where Apple's documentation leaves it open.
    public var behavior: NotificationsBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.state.withLock { $0.behavior = newValue } }
    }

    /// What the person says when the app asks; they are asked once.
    public var answer: NotificationDecision {
        get { system.state.withLock { $0.answer } }
        nonmutating set { system.state.withLock { $0.answer = newValue } }
    }

    /// What the person allows, as they can change it in Settings.
    public var authorizationStatus: UNAuthorizationStatus {
        get { .init(rawValue: system.state.withLock { $0.status }) ?? .notDetermined }
        nonmutating set { system.state.withLock { $0.status = newValue.rawValue } }
    }

    /// How often the person was asked.
    public var prompts: Int { system.state.withLock { $0.prompts } }

    /// What is shown, oldest first.
    public var delivered: [ShownNotification] { system.delivered }

    /// What waits to be shown.
    public var pending: [ShownNotification] { system.pending }

    /// What was not shown because the app was on the screen, and did not say how.
    public var silenced: [ShownNotification] { system.state.withLock { $0.silenced } }

    /// The person clears what is shown.
    public func dismiss(_ identifier: String) {
        system.dismiss { $0 == identifier }
    }
}

public import Foundation

/// A request to show a notification.
open class UNNotificationRequest: NSObject {
    /// The identifier; a new request replaces one with the same identifier.
    public let identifier: String
    /// The content.
    public let content: UNNotificationContent
    /// The trigger; immediate when `nil`.
    public let trigger: UNNotificationTrigger?

    /// A request with a copy of the content.
    public init(
        identifier: String,
        content: UNNotificationContent,
        trigger: UNNotificationTrigger?
    ) {
        self.identifier = identifier
        let copy = UNNotificationContent()
        copy.values = content.values
        self.content = copy
        self.trigger = trigger
    }
}

/// The trigger of a notification.
open class UNNotificationTrigger: NSObject {
    /// Whether it repeats.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }
}

/// A trigger after a time interval.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// The interval in seconds.
    public let timeInterval: TimeInterval

    /// A trigger; repeating ones require an interval of at least a minute.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "A time interval must be greater than 0.")
        precondition(
            !repeats || timeInterval >= 60,
            "A repeating interval must be at least 60 seconds."
        )
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }
}

/// A notification that was shown.
open class UNNotification: NSObject {
    /// The request.
    public let request: UNNotificationRequest
    /// The time at which it was shown.
    public let date: Date

    init(request: UNNotificationRequest, date: Date) {
        self.request = request
        self.date = date
    }
}

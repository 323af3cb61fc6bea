public import Foundation

/// A notification that is to be shown.
open class UNNotificationRequest: NSObject {
    /// Tells it from others: another one of the same takes its place.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// When it is shown; at once when `nil`.
    public let trigger: UNNotificationTrigger?

    /// A request; its content is copied.
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

/// When a notification is shown.
open class UNNotificationTrigger: NSObject {
    /// Whether it is shown again and again.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }
}

/// Some time after it was asked for.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// How long after.
    public let timeInterval: TimeInterval

    /// A trigger; what repeats does so after a minute at the earliest.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "A time interval is greater than 0.")
        precondition(!repeats || timeInterval >= 60, "What repeats does so after 60 seconds.")
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }
}

/// A notification that was shown.
open class UNNotification: NSObject {
    /// What was asked for.
    public let request: UNNotificationRequest
    /// When it was shown.
    public let date: Date

    init(request: UNNotificationRequest, date: Date) {
        self.request = request
        self.date = date
    }
}

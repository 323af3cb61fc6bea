public import Foundation

/// The content of a notification.
open class UNNotificationContent: NSObject {
    var values = Values()

    struct Values: Sendable {
        var title = ""
        var subtitle = ""
        var body = ""
        var threadIdentifier = ""
        var interruptionLevel = UNNotificationInterruptionLevel.active
    }

    /// The title.
    open var title: String { values.title }
    /// The subtitle.
    open var subtitle: String { values.subtitle }
    /// The body.
    open var body: String { values.body }
    /// The identifier by which notifications are grouped.
    open var threadIdentifier: String { values.threadIdentifier }
    /// The interruption level.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
}

/// Mutable content of a notification.
open class UNMutableNotificationContent: UNNotificationContent {
    /// The title.
    override open var title: String {
        get { values.title }
        set { values.title = newValue }
    }

    /// The subtitle.
    override open var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }

    /// The body.
    override open var body: String {
        get { values.body }
        set { values.body = newValue }
    }

    /// The identifier by which notifications are grouped.
    override open var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }

    /// The interruption level.
    override open var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }
}

/// The interruption level of a notification.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Added to the list without light or sound.
    case passive = 0
    /// Shown immediately.
    case active = 1
    /// Shown immediately, even during Focus.
    case timeSensitive = 2
    /// Shown immediately with sound, even when the device is muted.
    case critical = 3
}

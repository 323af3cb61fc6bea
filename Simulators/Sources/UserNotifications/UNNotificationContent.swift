public import Foundation

/// What a notification says.
open class UNNotificationContent: NSObject {
    var values = Values()

    struct Values: Sendable {
        var title = ""
        var subtitle = ""
        var body = ""
        var threadIdentifier = ""
        var interruptionLevel = UNNotificationInterruptionLevel.active
    }

    /// The first line.
    open var title: String { values.title }
    /// The second line.
    open var subtitle: String { values.subtitle }
    /// What follows.
    open var body: String { values.body }
    /// What it is shown together with.
    open var threadIdentifier: String { values.threadIdentifier }
    /// How much it may disturb.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
}

/// What a notification is to say.
open class UNMutableNotificationContent: UNNotificationContent {
    /// The first line.
    override open var title: String {
        get { values.title }
        set { values.title = newValue }
    }

    /// The second line.
    override open var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }

    /// What follows.
    override open var body: String {
        get { values.body }
        set { values.body = newValue }
    }

    /// What it is shown together with.
    override open var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }

    /// How much it may disturb.
    override open var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }
}

/// How much a notification may disturb.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// It is listed, without a light or a sound.
    case passive = 0
    /// It is shown at once.
    case active = 1
    /// It is shown even when the person wants to be left alone.
    case timeSensitive = 2
    /// It is heard even when the device is silent.
    case critical = 3
}

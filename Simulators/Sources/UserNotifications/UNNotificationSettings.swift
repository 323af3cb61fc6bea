public import Foundation

/// The person's notification settings.
open class UNNotificationSettings: NSObject {
    /// The authorization of the app.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}

/// The authorization of an app.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Not requested yet.
    case notDetermined = 0
    /// Denied.
    case denied = 1
    /// Authorized.
    case authorized = 2
    /// Provisional: quiet delivery until the person decides.
    case provisional = 3
    /// Temporary, for an app clip.
    case ephemeral = 4
}

/// The requested notification options.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt

    /// Options from a raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Badge the app icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    /// Play sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    /// Show alerts.
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    /// Show notifications in CarPlay.
    public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
    /// Play sounds while the device is muted.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
    /// Provide a settings page in the app.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
    /// Start with quiet delivery, without a prompt.
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// The presentation of a notification while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt

    /// Options from a raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Update the badge.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
    /// Play the sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
    /// Add it to the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
    /// Show a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

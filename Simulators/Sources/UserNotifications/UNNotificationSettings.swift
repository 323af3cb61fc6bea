public import Foundation

/// What the person allows.
open class UNNotificationSettings: NSObject {
    /// Whether the app may notify them.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}

/// Whether the app may notify the person.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody has asked them.
    case notDetermined = 0
    /// They said no.
    case denied = 1
    /// They said yes.
    case authorized = 2
    /// It may do so quietly, until they decide.
    case provisional = 3
    /// An app clip may, for a while.
    case ephemeral = 4
}

/// What the app wants to do.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits; the same as Apple's.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// To put a number on its icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    /// To be heard.
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    /// To be seen.
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    /// To be seen in the car.
    public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
    /// To be heard when the device is silent.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
    /// To have a page of settings of its own.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
    /// To begin quietly, without asking.
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// How a notification is shown while the app is on the screen.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits; the same as Apple's.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The number on the icon changes.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
    /// It is heard.
    public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
    /// It is listed.
    public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
    /// It is shown.
    public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

import Foundation
import TrendyLocalization
import TrendyStore

/// Something that the person is told, whether they look at the app or not.
public struct UserNotification: Sendable, Hashable {
    /// Says which fact it tells: the same one is never shown twice.
    public var identifier: String
    /// The first line.
    public var title: String
    /// What follows; empty where there is nothing more to say.
    public var body: String
    /// What it is shown together with.
    public var thread: String
    /// After how long it is to be shown; at once when `nil`.
    public var delay: Duration?

    /// A notice.
    public init(
        identifier: String,
        title: String,
        body: String = "",
        thread: String,
        delay: Duration? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.thread = thread
        self.delay = delay
    }
}

/// Whether the person may be told of something by notices.
public enum NotificationAuthorization: String, Sendable, Hashable {
    /// Nobody has asked them.
    case notDetermined
    /// They said no.
    case denied
    /// They said yes, or are shown notices quietly.
    case authorized
}

/// Shows notices: `UNUserNotificationCenter`.
public protocol UserNotificationCenter: Sendable {
    /// What the person allows.
    func authorization() async -> NotificationAuthorization

    /// Asks the person, the first time.
    ///
    /// - Returns: whether they allow it.
    /// - Throws: ``NotificationError`` when the system does not ask.
    func requestAuthorization() async throws -> Bool

    /// Shows a notice, at once or after its delay; one of the same identifier is replaced.
    func show(_ notice: UserNotification) async throws

    /// Takes notices back that are still shown, or wait to be.
    func withdraw(_ identifiers: [String]) async

    /// Takes every notice back that was asked for here, by an earlier process as well.
    func withdrawAll() async
}

/// Why the system of a device did not do what it was asked for.
public struct NotificationError: Error, Sendable, CustomStringConvertible {
    /// What happened.
    public let message: String

    /// What the system says.
    public init(system error: any Error) {
        message = Strings.Notices.systemRefused(["reason": error.localizedDescription])
    }

    /// What happened.
    public var description: String { message }
}

extension NotificationError: UserFacingError {}

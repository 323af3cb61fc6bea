public import Foundation

/// The domain of UserNotifications' errors.
public let UNErrorDomain = "UNErrorDomain"

/// What UserNotifications could not do, and why.
public struct UNError: CustomNSError, _BridgedStoredNSError {
    /// The error as Foundation has it.
    public let _nsError: NSError

    /// From Foundation's error.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// UserNotifications' domain.
    public static var errorDomain: String { UNErrorDomain }
    /// UserNotifications' domain.
    public static var _nsErrorDomain: String { UNErrorDomain }

    /// The reason as a number; the same as Apple's.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The error that carries it.
        public typealias _ErrorType = UNError

        /// The person does not allow it.
        case notificationsNotAllowed = 1
    }

    /// The person does not allow it.
    public static var notificationsNotAllowed: UNError.Code { .notificationsNotAllowed }
}

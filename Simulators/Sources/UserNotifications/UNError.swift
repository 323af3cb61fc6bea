public import Foundation

/// The domain of UserNotifications' errors.
public let UNErrorDomain = "UNErrorDomain"

/// A UserNotifications error.
public struct UNError: CustomNSError, _BridgedStoredNSError {
    /// The underlying `NSError`.
    public let _nsError: NSError

    /// Creates an error from an `NSError`.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// UserNotifications' domain.
    public static var errorDomain: String { UNErrorDomain }
    /// UserNotifications' domain.
    public static var _nsErrorDomain: String { UNErrorDomain }

    /// An error code, with Apple's raw value.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The error type of the code.
        public typealias _ErrorType = UNError

        /// The person does not allow notifications.
        case notificationsNotAllowed = 1
    }

    /// The person does not allow notifications.
    public static var notificationsNotAllowed: UNError.Code { .notificationsNotAllowed }
}

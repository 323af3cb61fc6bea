public import Foundation

/// The domain of the scheduler's errors.
public let BGTaskSchedulerErrorDomain = "BGTaskSchedulerErrorDomain"

extension BGTaskScheduler {
    /// The domain of the scheduler's errors.
    public class var errorDomain: String { BGTaskSchedulerErrorDomain }

    /// The reason why a request was refused.
    public struct Error: CustomNSError, _BridgedStoredNSError {
        /// The underlying `NSError`.
        public let _nsError: NSError

        /// Creates an error from an `NSError`.
        public init(_nsError: NSError) {
            self._nsError = _nsError
        }

        /// The scheduler's domain.
        public static var errorDomain: String { BGTaskSchedulerErrorDomain }
        /// The scheduler's domain.
        public static var _nsErrorDomain: String { BGTaskSchedulerErrorDomain }

        /// An error code, with Apple's raw value.
        public enum Code: Int, _ErrorCodeProtocol, Sendable {
            /// The error type of the code.
            public typealias _ErrorType = BGTaskScheduler.Error

            /// The person has disabled background refresh, or the device does not support it.
            case unavailable = 1
            /// Too many requests of the kind are pending.
            case tooManyPendingTaskRequests = 2
            /// The property list does not permit the identifier.
            case notPermitted = 3
            /// A continued processing task cannot start immediately.
            case immediateRunIneligible = 4
        }

        /// The person has disabled background refresh, or the device does not support it.
        public static var unavailable: Code { .unavailable }
        /// Too many requests of the kind are pending.
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        /// The property list does not permit the identifier.
        public static var notPermitted: Code { .notPermitted }
        /// A continued processing task cannot start immediately.
        public static var immediateRunIneligible: Code { .immediateRunIneligible }
    }
}

public import Foundation

/// The domain of the scheduler's errors.
public let BGTaskSchedulerErrorDomain = "BGTaskSchedulerErrorDomain"

extension BGTaskScheduler {
    /// The domain of the scheduler's errors.
    public class var errorDomain: String { BGTaskSchedulerErrorDomain }

    /// Why a request is not taken.
    public struct Error: CustomNSError, _BridgedStoredNSError {
        /// The error as Foundation has it.
        public let _nsError: NSError

        /// From Foundation's error.
        public init(_nsError: NSError) {
            self._nsError = _nsError
        }

        /// The scheduler's domain.
        public static var errorDomain: String { BGTaskSchedulerErrorDomain }
        /// The scheduler's domain.
        public static var _nsErrorDomain: String { BGTaskSchedulerErrorDomain }

        /// The reason as a number; the same as Apple's.
        public enum Code: Int, _ErrorCodeProtocol, Sendable {
            /// The error that carries it.
            public typealias _ErrorType = BGTaskScheduler.Error

            /// The person has switched it off, or the device cannot do it.
            case unavailable = 1
            /// Too many requests of the kind are pending.
            case tooManyPendingTaskRequests = 2
            /// The property list does not permit it.
            case notPermitted = 3
            /// Continued processing cannot begin at once.
            case immediateRunIneligible = 4
        }

        /// The person has switched it off, or the device cannot do it.
        public static var unavailable: Code { .unavailable }
        /// Too many requests of the kind are pending.
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        /// The property list does not permit it.
        public static var notPermitted: Code { .notPermitted }
        /// Continued processing cannot begin at once.
        public static var immediateRunIneligible: Code { .immediateRunIneligible }
    }
}

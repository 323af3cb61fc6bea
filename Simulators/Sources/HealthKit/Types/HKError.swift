public import Foundation

/// The domain of HealthKit's errors.
public let HKErrorDomain = "com.apple.healthkit"

/// A HealthKit error.
public struct HKError: CustomNSError, _BridgedStoredNSError {
    /// The underlying `NSError`.
    public let _nsError: NSError

    /// Creates an error from an `NSError`.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// HealthKit's domain.
    public static var errorDomain: String { HKErrorDomain }
    /// HealthKit's domain.
    public static var _nsErrorDomain: String { HKErrorDomain }

    /// An error code, with Apple's raw value.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error type of the code.
        public typealias _ErrorType = HKError

        /// The value of ``noError``, which Apple declares as a variable.
        case _noError = 0
        /// HealthKit is unavailable on the device.
        case errorHealthDataUnavailable = 1
        /// A profile restricts health data.
        case errorHealthDataRestricted = 2
        /// An argument is invalid.
        case errorInvalidArgument = 3
        /// The person denied authorization.
        case errorAuthorizationDenied = 4
        /// Authorization has not been requested.
        case errorAuthorizationNotDetermined = 5
        /// The device is locked and its health data is inaccessible.
        case errorDatabaseInaccessible = 6
        /// The person cancelled.
        case errorUserCanceled = 7
        /// Another app started a workout.
        case errorAnotherWorkoutSessionStarted = 8
        /// The person ended the workout.
        case errorUserExitedWorkoutSession = 9
        /// A required authorization was denied.
        case errorRequiredAuthorizationDenied = 10
        /// No samples match.
        case errorNoData = 11
        /// The activity is not allowed.
        case errorWorkoutActivityNotAllowed = 12
        /// The data is too large.
        case errorDataSizeExceeded = 13
        /// A workout cannot be started in the background.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// Not permitted in guest user mode.
        case errorNotPermissibleForGuestUserMode = 15
    }
}

extension HKError.Code {
    /// No error.
    public static var noError: HKError.Code { ._noError }
}

extension HKError {
    /// No error.
    public static var noError: HKError.Code { .noError }
    /// HealthKit is unavailable on the device.
    public static var errorHealthDataUnavailable: HKError.Code { .errorHealthDataUnavailable }
    /// A profile restricts health data.
    public static var errorHealthDataRestricted: HKError.Code { .errorHealthDataRestricted }
    /// An argument is invalid.
    public static var errorInvalidArgument: HKError.Code { .errorInvalidArgument }
    /// The person denied authorization.
    public static var errorAuthorizationDenied: HKError.Code { .errorAuthorizationDenied }
    /// Authorization has not been requested.
    public static var errorAuthorizationNotDetermined: HKError.Code {
        .errorAuthorizationNotDetermined
    }
    /// The device is locked and its health data is inaccessible.
    public static var errorDatabaseInaccessible: HKError.Code { .errorDatabaseInaccessible }
    /// The person cancelled.
    public static var errorUserCanceled: HKError.Code { .errorUserCanceled }
    /// Another app started a workout.
    public static var errorAnotherWorkoutSessionStarted: HKError.Code {
        .errorAnotherWorkoutSessionStarted
    }
    /// The person ended the workout.
    public static var errorUserExitedWorkoutSession: HKError.Code { .errorUserExitedWorkoutSession }
    /// A required authorization was denied.
    public static var errorRequiredAuthorizationDenied: HKError.Code {
        .errorRequiredAuthorizationDenied
    }
    /// No samples match.
    public static var errorNoData: HKError.Code { .errorNoData }
    /// The activity is not allowed.
    public static var errorWorkoutActivityNotAllowed: HKError.Code {
        .errorWorkoutActivityNotAllowed
    }
    /// The data is too large.
    public static var errorDataSizeExceeded: HKError.Code { .errorDataSizeExceeded }
    /// A workout cannot be started in the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: HKError.Code {
        .errorBackgroundWorkoutSessionNotAllowed
    }
    /// Not permitted in guest user mode.
    public static var errorNotPermissibleForGuestUserMode: HKError.Code {
        .errorNotPermissibleForGuestUserMode
    }
}

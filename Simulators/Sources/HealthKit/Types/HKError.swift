public import Foundation

/// The domain of HealthKit's errors.
public let HKErrorDomain = "com.apple.healthkit"

/// What HealthKit refuses, and why.
public struct HKError: CustomNSError, _BridgedStoredNSError {
    /// The error as Foundation has it.
    public let _nsError: NSError

    /// From Foundation's error.
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

    /// The reason as a number; the same as Apple's.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that carries it.
        public typealias _ErrorType = HKError

        /// Nothing went wrong.
        case noError = 0
        /// The device has no HealthKit.
        case errorHealthDataUnavailable = 1
        /// A profile forbids it.
        case errorHealthDataRestricted = 2
        /// An argument makes no sense.
        case errorInvalidArgument = 3
        /// The person said no.
        case errorAuthorizationDenied = 4
        /// The person was not asked yet.
        case errorAuthorizationNotDetermined = 5
        /// The device is locked and its data sealed.
        case errorDatabaseInaccessible = 6
        /// The person canceled.
        case errorUserCanceled = 7
        /// Another app began a workout.
        case errorAnotherWorkoutSessionStarted = 8
        /// The person left the workout.
        case errorUserExitedWorkoutSession = 9
        /// A permission that is required was refused.
        case errorRequiredAuthorizationDenied = 10
        /// There is nothing to compute from.
        case errorNoData = 11
        /// The activity is not allowed now.
        case errorWorkoutActivityNotAllowed = 12
        /// There is too much data.
        case errorDataSizeExceeded = 13
        /// A workout cannot be begun from the background.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// Guests may not.
        case errorNotPermissibleForGuestUserMode = 15
    }
}

extension HKError {
    /// Nothing went wrong.
    public static var noError: HKError.Code { .noError }
    /// The device has no HealthKit.
    public static var errorHealthDataUnavailable: HKError.Code { .errorHealthDataUnavailable }
    /// A profile forbids it.
    public static var errorHealthDataRestricted: HKError.Code { .errorHealthDataRestricted }
    /// An argument makes no sense.
    public static var errorInvalidArgument: HKError.Code { .errorInvalidArgument }
    /// The person said no.
    public static var errorAuthorizationDenied: HKError.Code { .errorAuthorizationDenied }
    /// The person was not asked yet.
    public static var errorAuthorizationNotDetermined: HKError.Code {
        .errorAuthorizationNotDetermined
    }
    /// The device is locked and its data sealed.
    public static var errorDatabaseInaccessible: HKError.Code { .errorDatabaseInaccessible }
    /// The person canceled.
    public static var errorUserCanceled: HKError.Code { .errorUserCanceled }
    /// Another app began a workout.
    public static var errorAnotherWorkoutSessionStarted: HKError.Code {
        .errorAnotherWorkoutSessionStarted
    }
    /// The person left the workout.
    public static var errorUserExitedWorkoutSession: HKError.Code { .errorUserExitedWorkoutSession }
    /// A permission that is required was refused.
    public static var errorRequiredAuthorizationDenied: HKError.Code {
        .errorRequiredAuthorizationDenied
    }
    /// There is nothing to compute from.
    public static var errorNoData: HKError.Code { .errorNoData }
    /// The activity is not allowed now.
    public static var errorWorkoutActivityNotAllowed: HKError.Code {
        .errorWorkoutActivityNotAllowed
    }
    /// There is too much data.
    public static var errorDataSizeExceeded: HKError.Code { .errorDataSizeExceeded }
    /// A workout cannot be begun from the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: HKError.Code {
        .errorBackgroundWorkoutSessionNotAllowed
    }
    /// Guests may not.
    public static var errorNotPermissibleForGuestUserMode: HKError.Code {
        .errorNotPermissibleForGuestUserMode
    }
}

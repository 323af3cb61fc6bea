public import Foundation

/// The domain of CoreLocation's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// A CoreLocation error.
public struct CLError: CustomNSError, _BridgedStoredNSError {
    /// The underlying `NSError`.
    public let _nsError: NSError

    /// Creates an error from an `NSError`.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// CoreLocation's domain.
    public static var errorDomain: String { kCLErrorDomain }
    /// CoreLocation's domain.
    public static var _nsErrorDomain: String { kCLErrorDomain }

    /// An error code, with Apple's raw value.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The error type of the code.
        public typealias _ErrorType = CLError

        /// No fix is currently available.
        case locationUnknown = 0
        /// The person or the device denies access.
        case denied = 1
        /// The network is unavailable.
        case network = 2
        /// The heading cannot be determined.
        case headingFailure = 3
        /// Region monitoring is denied.
        case regionMonitoringDenied = 4
        /// A region cannot be monitored.
        case regionMonitoringFailure = 5
        /// A region is not monitored yet.
        case regionMonitoringSetupDelayed = 6
        /// Region events will be delayed.
        case regionMonitoringResponseDelayed = 7
        /// Ranging is unavailable.
        case rangingUnavailable = 16
        /// Ranging failed.
        case rangingFailure = 17
        /// The person declined a prompt.
        case promptDeclined = 18
        /// No location is available for the requested time.
        case historicalLocationError = 19
    }
}

extension CLError {
    /// No fix is currently available.
    public static var locationUnknown: CLError.Code { .locationUnknown }
    /// The person or the device denies access.
    public static var denied: CLError.Code { .denied }
    /// The network is unavailable.
    public static var network: CLError.Code { .network }
    /// The heading cannot be determined.
    public static var headingFailure: CLError.Code { .headingFailure }
    /// Region monitoring is denied.
    public static var regionMonitoringDenied: CLError.Code { .regionMonitoringDenied }
    /// A region cannot be monitored.
    public static var regionMonitoringFailure: CLError.Code { .regionMonitoringFailure }
    /// A region is not monitored yet.
    public static var regionMonitoringSetupDelayed: CLError.Code { .regionMonitoringSetupDelayed }
    /// Region events will be delayed.
    public static var regionMonitoringResponseDelayed: CLError.Code {
        .regionMonitoringResponseDelayed
    }
    /// Ranging is unavailable.
    public static var rangingUnavailable: CLError.Code { .rangingUnavailable }
    /// Ranging failed.
    public static var rangingFailure: CLError.Code { .rangingFailure }
    /// The person declined a prompt.
    public static var promptDeclined: CLError.Code { .promptDeclined }
    /// No location is available for the requested time.
    public static var historicalLocationError: CLError.Code { .historicalLocationError }
}

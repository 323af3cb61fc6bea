public import Foundation

/// The domain of CoreLocation's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// What CoreLocation could not do, and why.
public struct CLError: CustomNSError, _BridgedStoredNSError {
    /// The error as Foundation has it.
    public let _nsError: NSError

    /// From Foundation's error.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// CoreLocation's domain.
    public static var errorDomain: String { kCLErrorDomain }
    /// CoreLocation's domain.
    public static var _nsErrorDomain: String { kCLErrorDomain }

    /// The reason as a number; the same as Apple's.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The error that carries it.
        public typealias _ErrorType = CLError

        /// There is no fix just now.
        case locationUnknown = 0
        /// The person, or the device, does not allow it.
        case denied = 1
        /// The network is missing.
        case network = 2
        /// There is no heading.
        case headingFailure = 3
        /// Regions are not allowed.
        case regionMonitoringDenied = 4
        /// A region cannot be monitored.
        case regionMonitoringFailure = 5
        /// A region is not monitored yet.
        case regionMonitoringSetupDelayed = 6
        /// Events of regions come later.
        case regionMonitoringResponseDelayed = 7
        /// There is no ranging.
        case rangingUnavailable = 16
        /// Ranging failed.
        case rangingFailure = 17
        /// The person refused what a prompt asked for.
        case promptDeclined = 18
        /// There is no location of that time.
        case historicalLocationError = 19
    }
}

extension CLError {
    /// There is no fix just now.
    public static var locationUnknown: CLError.Code { .locationUnknown }
    /// The person, or the device, does not allow it.
    public static var denied: CLError.Code { .denied }
    /// The network is missing.
    public static var network: CLError.Code { .network }
    /// There is no heading.
    public static var headingFailure: CLError.Code { .headingFailure }
    /// Regions are not allowed.
    public static var regionMonitoringDenied: CLError.Code { .regionMonitoringDenied }
    /// A region cannot be monitored.
    public static var regionMonitoringFailure: CLError.Code { .regionMonitoringFailure }
    /// A region is not monitored yet.
    public static var regionMonitoringSetupDelayed: CLError.Code { .regionMonitoringSetupDelayed }
    /// Events of regions come later.
    public static var regionMonitoringResponseDelayed: CLError.Code {
        .regionMonitoringResponseDelayed
    }
    /// There is no ranging.
    public static var rangingUnavailable: CLError.Code { .rangingUnavailable }
    /// Ranging failed.
    public static var rangingFailure: CLError.Code { .rangingFailure }
    /// The person refused what a prompt asked for.
    public static var promptDeclined: CLError.Code { .promptDeclined }
    /// There is no location of that time.
    public static var historicalLocationError: CLError.Code { .historicalLocationError }
}

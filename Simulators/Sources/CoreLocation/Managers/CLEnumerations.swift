/// Whether, and when, the app may know where the device is; the numbers are Apple's.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The person was not asked yet.
    case notDetermined = 0
    /// The app cannot be allowed.
    case restricted = 1
    /// The person said no, or location services are off.
    case denied = 2
    /// At any time; also while that is provisional.
    case authorizedAlways = 3
    /// While the app is in use.
    case authorizedWhenInUse = 4
}

/// How exactly the app may know it.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exactly as the device does.
    case fullAccuracy = 0
    /// To some kilometers.
    case reducedAccuracy = 1
}

/// Where the device is, seen from a region.
public enum CLRegionState: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// In it.
    case inside = 1
    /// Out of it.
    case outside = 2
}

/// What the person is doing while the app wants locations.
public enum CLActivityType: Int, Sendable {
    /// Anything.
    case other = 1
    /// Driving.
    case automotiveNavigation = 2
    /// Walking, running, cycling.
    case fitness = 3
    /// Moving by other vehicles.
    case otherNavigation = 4
    /// Flying.
    case airborne = 5
}

/// As exactly as possible, with the help of all sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As exactly as possible.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// To 10 meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// To 100 meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// To a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// To three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// As an app without full accuracy gets it; the number is our own.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude
/// Each movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1

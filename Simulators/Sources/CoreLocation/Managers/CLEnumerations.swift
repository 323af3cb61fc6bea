/// The app's location authorization, with Apple's raw values.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The person has not been asked yet.
    case notDetermined = 0
    /// The app cannot be authorized, for example because of parental controls.
    case restricted = 1
    /// The person denied access, or location services are off.
    case denied = 2
    /// Access at any time; also while it is provisional.
    case authorizedAlways = 3
    /// Access while the app is in use.
    case authorizedWhenInUse = 4
}

/// The accuracy that the app is authorized for.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// The device's full accuracy.
    case fullAccuracy = 0
    /// An accuracy of some kilometres.
    case reducedAccuracy = 1
}

/// The device's state relative to a region.
public enum CLRegionState: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Inside of the region.
    case inside = 1
    /// Outside of the region.
    case outside = 2
}

/// The person's activity while the app requests locations.
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

/// The highest accuracy, using all sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of 10 metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of 100 metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of one kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy of apps without full accuracy; the value differs from Apple's, which is not
/// documented.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude
/// Every movement is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1

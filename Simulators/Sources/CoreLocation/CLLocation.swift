public import Foundation

/// One fix of where the device was, and when.
open class CLLocation: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// Meters above sea level.
    public let altitude: CLLocationDistance
    /// Meters above the ellipsoid.
    public let ellipsoidalAltitude: CLLocationDistance
    /// The radius in which the place is; negative when the coordinate is invalid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// How good the altitude is; 0 or less when it is invalid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of travel.
    public let course: CLLocationDirection
    /// How good the course is.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// The speed of travel.
    public let speed: CLLocationSpeed
    /// How good the speed is.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// When it was.
    public let timestamp: Date
    /// What produced it, if known.
    public let sourceInformation: CLLocationSourceInformation?
    /// The floor of a building, if known.
    public let floor: CLFloor?

    /// A place alone, exact; its time is 1970, as no clock
    /// is read here (Apple's has the time at which it is made).
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date(timeIntervalSince1970: 0)
        )
    }

    /// A fix without movement.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// A fix with movement.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: -1,
            speed: speed,
            speedAccuracy: -1,
            timestamp: timestamp,
            sourceInfo: nil
        )
    }

    /// A fix with movement and how good it is.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp,
            sourceInfo: nil
        )
    }

    /// A fix with everything that can be told of it.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date,
        sourceInfo: CLLocationSourceInformation?
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.ellipsoidalAltitude = altitude
        self.horizontalAccuracy = hAccuracy
        self.verticalAccuracy = vAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
        self.sourceInformation = sourceInfo
        self.floor = nil
        super.init()
    }

    /// Meters to another place along the earth's surface.
    ///
    /// On a sphere: Apple's result differs by up to half a percent.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let radians = Double.pi / 180
        let fromLatitude = coordinate.latitude * radians
        let toLatitude = location.coordinate.latitude * radians
        let latitudes = sin((toLatitude - fromLatitude) / 2)
        let longitudes = sin((location.coordinate.longitude - coordinate.longitude) * radians / 2)
        let chord =
            latitudes * latitudes + cos(fromLatitude) * cos(toLatitude) * longitudes * longitudes
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}

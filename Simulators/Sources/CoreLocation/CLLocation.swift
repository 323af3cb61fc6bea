public import Foundation

/// A location fix with its time.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The coordinate.
    public let coordinate: CLLocationCoordinate2D
    /// The altitude in metres above sea level.
    public let altitude: CLLocationDistance
    /// The altitude in metres above the ellipsoid.
    public let ellipsoidalAltitude: CLLocationDistance
    /// The radius of uncertainty in metres; negative when the coordinate is invalid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// The altitude's accuracy in metres; 0 or less when the altitude is invalid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of travel.
    public let course: CLLocationDirection
    /// The accuracy of the course.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// The speed of travel.
    public let speed: CLLocationSpeed
    /// The accuracy of the speed.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// The time of the fix.
    public let timestamp: Date
    /// The source of the fix, if known.
    public let sourceInformation: CLLocationSourceInformation?
    /// The floor of a building, if known.
    public let floor: CLFloor?

    /// An exact fix with the timestamp 1970, because no clock is read here.
    ///
    /// Apple's uses the current time.
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

    /// A fix with course and speed.
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
            source: nil
        )
    }

    /// A fix with course, speed and their accuracies.
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
            source: nil
        )
    }

    /// A fix with all values.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date,
        sourceInfo: CLLocationSourceInformation
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
            source: sourceInfo
        )
    }

    init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date,
        source: CLLocationSourceInformation?
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
        self.sourceInformation = source
        self.floor = nil
        super.init()
    }

    /// The distance to another fix along the earth's surface, in metres.
    ///
    /// Computed on a sphere; Apple's result differs by up to half a percent.
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

    /// Always true: it contains numbers and their sources.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "latitude") else { return nil }
        coordinate = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        altitude = coder.decodeDouble(forKey: "altitude")
        ellipsoidalAltitude = coder.decodeDouble(forKey: "ellipsoidalAltitude")
        horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
        verticalAccuracy = coder.decodeDouble(forKey: "verticalAccuracy")
        course = coder.decodeDouble(forKey: "course")
        courseAccuracy = coder.decodeDouble(forKey: "courseAccuracy")
        speed = coder.decodeDouble(forKey: "speed")
        speedAccuracy = coder.decodeDouble(forKey: "speedAccuracy")
        timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
        // Reading a missing key makes the whole archive invalid.
        sourceInformation =
            coder.containsValue(forKey: "source")
            ? coder.decodeObject(of: CLLocationSourceInformation.self, forKey: "source") : nil
        floor =
            coder.containsValue(forKey: "floor")
            ? coder.decodeObject(of: CLFloor.self, forKey: "floor") : nil
        super.init()
    }

    /// Encodes into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(coordinate.latitude, forKey: "latitude")
        coder.encode(coordinate.longitude, forKey: "longitude")
        coder.encode(altitude, forKey: "altitude")
        coder.encode(ellipsoidalAltitude, forKey: "ellipsoidalAltitude")
        coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
        coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
        coder.encode(course, forKey: "course")
        coder.encode(courseAccuracy, forKey: "courseAccuracy")
        coder.encode(speed, forKey: "speed")
        coder.encode(speedAccuracy, forKey: "speedAccuracy")
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
        if let sourceInformation { coder.encode(sourceInformation, forKey: "source") }
        if let floor { coder.encode(floor, forKey: "floor") }
    }

    /// The same object.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

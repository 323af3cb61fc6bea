import TrendyModel

/// The summary of a workout's routes: distance, ascent, descent, and a simplified line.
///
/// Coordinates and altitudes are rounded to the six decimals that an export prints, so that
/// HealthKit and an export give the same numbers.
package struct RouteSummary: Sendable, Hashable {
    /// The number of valid points.
    package private(set) var points = 0
    /// Distance along the points in metres, by great circles
    /// (``TrendyModel/Coordinate/distance(to:)``, the haversine formula).
    package private(set) var meters = 0.0
    /// Metres climbed; `nil` when no point has an altitude.
    package private(set) var ascentMeters: Double?
    /// Metres descended; `nil` when no point has an altitude.
    package private(set) var descentMeters: Double?
    /// The simplified line of each route, as an encoded polyline (``TrendyModel/EncodedPolyline``).
    private(set) var lines: [String] = []

    /// Creates an empty summary.
    package init() {}

    /// Adds another route of the workout.
    ///
    /// The distance between the two routes is not counted.
    package static func + (left: RouteSummary, right: RouteSummary) -> RouteSummary {
        func sum(_ left: Double?, _ right: Double?) -> Double? {
            left == nil && right == nil ? nil : (left ?? 0) + (right ?? 0)
        }
        var both = left
        both.points += right.points
        both.meters += right.meters
        both.ascentMeters = sum(left.ascentMeters, right.ascentMeters)
        both.descentMeters = sum(left.descentMeters, right.descentMeters)
        both.lines += right.lines
        return both
    }

    /// The names of the event properties in ``properties``.
    static let propertyNames = [
        "route_points", "route_meters", "route_ascent_meters", "route_descent_meters",
        RouteLines.propertyName,
    ]

    /// The event properties in the order of ``propertyNames``, in whole metres; empty without a
    /// point.
    var properties: [(name: String, value: PropertyValue)] {
        guard points > 0 else { return [] }
        let numbers = [Double(points), meters, ascentMeters, descentMeters].map { value in
            value.flatMap { JSONNumber($0.rounded()) }.map { PropertyValue.number($0) }
        }
        let line = RouteLines.text(of: lines).map { PropertyValue.text($0) }
        return zip(Self.propertyNames, numbers + [line]).compactMap { name, value in
            value.map { (name, $0) }
        }
    }
}

/// Summarizes a route point by point in bounded memory.
///
/// ```swift
/// var route = RouteAccumulator()
/// for point in points {
///     route.add(latitude: point.latitude, longitude: point.longitude, altitude: point.altitude)
/// }
/// print(route.summary.meters)
/// ```
package struct RouteAccumulator: Sendable {
    /// The hysteresis of ascent and descent in metres.
    ///
    /// A rise counts from its lowest to its highest point, once it reaches this height. A barometer
    /// at rest drifts by about a metre, which would otherwise add up to hundreds of metres in an
    /// hour.
    package static let hysteresisMeters = 3.0

    /// The maximum plausible altitude in metres; higher values are ignored.
    private static let altitudeLimitMeters = 100_000.0
    /// The precision of an export: six decimals.
    private static let perUnit = 1_000_000.0
    private static let hysteresis = Int64(hysteresisMeters * perUnit)

    private enum Direction {
        case up, down
    }

    private var points = 0
    private var meters = 0.0
    private var last: Coordinate?
    private var line = RouteSimplifier()
    private var lastLongitude: Int?
    // Altitudes are in millionths of a metre: integers compare equally on every platform.
    private var ascent: Int64 = 0
    private var descent: Int64 = 0
    private var direction: Direction?
    /// The lowest and highest altitude since the last change of direction; `nil` before the first
    /// altitude.
    private var range: (low: Int64, high: Int64)?

    /// Creates an empty route.
    package init() {}

    /// The summary of the points added so far.
    package var summary: RouteSummary {
        RouteSummary(
            points: points,
            meters: meters,
            ascentMeters: range == nil ? nil : Double(ascent) / Self.perUnit,
            descentMeters: range == nil ? nil : Double(descent) / Self.perUnit,
            lines: points == 0 ? [] : [EncodedPolyline.encode(line.points)]
        )
    }

    /// Adds the next point in the order of time.
    ///
    /// Ignores points with invalid coordinates, with coordinates of exactly 0,0 (which devices
    /// write when the position is unknown), or with a negative horizontal accuracy.
    ///
    /// - `latitude`, `longitude`: degrees, WGS 84.
    /// - `altitude`: metres above sea level; `nil` when unknown.
    /// - `horizontalAccuracy`: metres; negative when the coordinates are invalid, `nil` when
    ///   unknown. See
    ///   <https://developer.apple.com/documentation/corelocation/cllocation/horizontalaccuracy>.
    /// - `verticalAccuracy`: metres; 0 or negative when the altitude is invalid, `nil` when
    ///   unknown. See
    ///   <https://developer.apple.com/documentation/corelocation/cllocation/verticalaccuracy>.
    package mutating func add(
        latitude: Double,
        longitude: Double,
        altitude: Double? = nil,
        horizontalAccuracy: Double? = nil,
        verticalAccuracy: Double? = nil
    ) {
        let (north, east) = (Self.printed(latitude), Self.printed(longitude))
        guard Self.printed(horizontalAccuracy ?? 0) >= 0, north != 0 || east != 0,
            let place = Coordinate(latitude: north, longitude: east)
        else { return }
        points += 1
        if let last { meters += last.distance(to: place) }
        last = place
        extendLine(to: place)
        guard let altitude, abs(altitude) <= Self.altitudeLimitMeters,
            Self.printed(verticalAccuracy ?? 1) > 0
        else { return }
        elevation(to: Int64((altitude * Self.perUnit).rounded()))
    }

    /// Rounds a number as an export prints it; a number that is not finite is returned unchanged.
    private static func printed(_ value: Double) -> Double {
        (value * perUnit).rounded() / perUnit
    }

    private mutating func extendLine(to place: Coordinate) {
        let east = Self.units(place.longitude)
        let longitude = lastLongitude.map { $0 + PolylinePoint.wrapped(east - $0) } ?? east
        lastLongitude = longitude
        line.add(PolylinePoint(latitude: Self.units(place.latitude), longitude: longitude))
    }

    /// Degrees in units of a line; rounded by integers from the digits of an export, so that no
    /// platform rounds a half otherwise.
    private static func units(_ degrees: Double) -> Int {
        let millionths = Int((degrees * perUnit).rounded())
        return (millionths + (millionths < 0 ? -5 : 5)) / 10
    }

    private mutating func elevation(to altitude: Int64) {
        guard var (low, high) = range else {
            range = (altitude, altitude)
            return
        }
        switch direction {
        case .up where altitude > high:
            ascent += altitude - high
        case .down where altitude < low:
            descent += low - altitude
        default:
            break
        }
        (low, high) = (min(low, altitude), max(high, altitude))
        if direction != .up, altitude - low >= Self.hysteresis {
            ascent += altitude - low
            (direction, low, high) = (.up, altitude, altitude)
        } else if direction != .down, high - altitude >= Self.hysteresis {
            descent += high - altitude
            (direction, low, high) = (.down, altitude, altitude)
        }
        range = (low, high)
    }
}

extension RouteSummary {
    fileprivate init(
        points: Int,
        meters: Double,
        ascentMeters: Double?,
        descentMeters: Double?,
        lines: [String]
    ) {
        self.points = points
        self.meters = meters
        self.ascentMeters = ascentMeters
        self.descentMeters = descentMeters
        self.lines = lines
    }
}

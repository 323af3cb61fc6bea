import TrendyModel

/// What the routes of a workout amount to; it keeps no place.
///
/// Points are cut to what an export prints of them, six decimals of degrees and of metres, so that
/// HealthKit and an export of it give the same numbers.
public struct RouteSummary: Sendable, Hashable {
    /// The points that count.
    public private(set) var points = 0
    /// Metres along the points, each leg on the great circle
    /// (``TrendyModel/Coordinate/distance(to:)``, the haversine formula).
    public private(set) var meters = 0.0
    /// Metres climbed; `nil` where no point tells how high it is.
    public private(set) var ascentMeters: Double?
    /// Metres gone down; `nil` where no point tells how high it is.
    public private(set) var descentMeters: Double?

    /// Nothing yet.
    public init() {}

    /// Adds another route of the workout; nothing is assumed of the way between the two.
    public static func + (left: RouteSummary, right: RouteSummary) -> RouteSummary {
        func sum(_ left: Double?, _ right: Double?) -> Double? {
            left == nil && right == nil ? nil : (left ?? 0) + (right ?? 0)
        }
        var both = left
        both.points += right.points
        both.meters += right.meters
        both.ascentMeters = sum(left.ascentMeters, right.ascentMeters)
        both.descentMeters = sum(left.descentMeters, right.descentMeters)
        return both
    }

    /// The names of the properties that an event has of it, with ``properties`` beside.
    static let propertyNames = [
        "route_points", "route_meters", "route_ascent_meters", "route_descent_meters",
    ]

    /// What an event says of it, by ``propertyNames``: whole metres; nothing where it has no point.
    var properties: [(name: String, value: PropertyValue)] {
        guard points > 0 else { return [] }
        let values: [Double?] = [Double(points), meters, ascentMeters, descentMeters]
        return zip(Self.propertyNames, values).compactMap { name, value in
            value.flatMap { JSONNumber($0.rounded()) }.map { (name, .number($0)) }
        }
    }
}

/// Sums up a route point by point, in constant memory.
///
/// ```swift
/// var route = RouteAccumulator()
/// for point in points {
///     route.add(latitude: point.latitude, longitude: point.longitude, altitude: point.altitude)
/// }
/// print(route.summary.meters)
/// ```
public struct RouteAccumulator: Sendable {
    /// How far a way must go up or down before it counts, in metres.
    ///
    /// A rise counts from its lowest to its highest point, once that is this much. A barometer at
    /// rest wanders by about a metre, which would otherwise add up to hundreds over an hour.
    public static let hysteresisMeters = 3.0

    /// The most that an altitude can be off the sea, in metres; beyond is no altitude.
    private static let altitudeLimitMeters = 100_000.0
    /// What an export prints: six decimals.
    private static let perUnit = 1_000_000.0
    private static let hysteresis = Int64(hysteresisMeters * perUnit)

    private enum Direction {
        case up, down
    }

    private var points = 0
    private var meters = 0.0
    private var last: Coordinate?
    // Altitudes are millionths of a metre: whole numbers compare alike everywhere.
    private var ascent: Int64 = 0
    private var descent: Int64 = 0
    private var direction: Direction?
    /// The lowest and highest altitude since the last turn; `nil` before the first.
    private var range: (low: Int64, high: Int64)?

    /// Begins a route.
    public init() {}

    /// What has been added so far.
    public var summary: RouteSummary {
        RouteSummary(
            points: points,
            meters: meters,
            ascentMeters: range == nil ? nil : Double(ascent) / Self.perUnit,
            descentMeters: range == nil ? nil : Double(descent) / Self.perUnit
        )
    }

    /// Adds the next point, in the order of time.
    ///
    /// A point at no place on the earth, at exactly 0,0 (which devices write when they do not know),
    /// or of a negative horizontal accuracy is left out whole.
    ///
    /// - `latitude`, `longitude`: degrees of WGS 84.
    /// - `altitude`: metres above the sea; `nil` when it is not told.
    /// - `horizontalAccuracy`: metres; negative where the place is not known, `nil` when it is not
    ///   told. See
    ///   <https://developer.apple.com/documentation/corelocation/cllocation/horizontalaccuracy>.
    /// - `verticalAccuracy`: metres; 0 or negative where the altitude is not known, `nil` when it is
    ///   not told. See
    ///   <https://developer.apple.com/documentation/corelocation/cllocation/verticalaccuracy>.
    public mutating func add(
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
        guard let altitude, abs(altitude) <= Self.altitudeLimitMeters,
            Self.printed(verticalAccuracy ?? 1) > 0
        else { return }
        elevation(to: Int64((altitude * Self.perUnit).rounded()))
    }

    /// A number as an export prints it; one that is not finite stays so.
    private static func printed(_ value: Double) -> Double {
        (value * perUnit).rounded() / perUnit
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
    fileprivate init(points: Int, meters: Double, ascentMeters: Double?, descentMeters: Double?) {
        self.points = points
        self.meters = meters
        self.ascentMeters = ascentMeters
        self.descentMeters = descentMeters
    }
}

import TrendyModel

/// Simplifies a line in one pass with bounded memory: points within a tolerance of the line between
/// two kept points are left out.
///
/// All devices that read the same points keep the same ones: the arithmetic uses only the operations
/// that IEEE 754 rounds exactly, and no trigonometry of the platform.
///
/// An opening window, as in Keogh et al., *An Online Algorithm for Segmenting Time Series* (ICDM
/// 2001), with the distance to the line instead of the error in time.
struct RouteSimplifier: Sendable {
    /// The tolerance in metres of a line that fits its limits.
    static let firstToleranceMeters = 10.0
    /// The maximum number of points between two kept ones; limits the work for a point.
    private static let windowLimit = 64
    /// The metres of a hundred-thousandth of a degree of latitude.
    private static let metersPerUnit = 1.112

    /// The tolerance in metres so far.
    private(set) var toleranceMeters: Double
    private var kept: [PolylinePoint] = []
    /// The points after the last kept one; the last of them may be kept.
    private var window: [PolylinePoint] = []

    /// Creates an empty line.
    init(toleranceMeters: Double = firstToleranceMeters) {
        self.toleranceMeters = toleranceMeters
    }

    /// The kept points and the last one.
    var points: [PolylinePoint] { kept + (window.last.map { [$0] } ?? []) }

    /// Adds the next point; doubles the tolerance when there are too many points.
    mutating func add(_ point: PolylinePoint) {
        keep(point)
        if kept.count >= RouteLines.maximumPoints { thin() }
    }

    private mutating func keep(_ point: PolylinePoint) {
        guard let start = kept.last else {
            kept.append(point)
            return
        }
        guard point != window.last ?? start else { return }
        if let end = window.last, window.count >= Self.windowLimit || !fits(start, point) {
            kept.append(end)
            window.removeAll(keepingCapacity: true)
        }
        window.append(point)
    }

    /// Leaves out a quarter of the kept points or more.
    private mutating func thin() {
        let limit = RouteLines.maximumPoints * 3 / 4
        var simplified = Self.simplified(kept, toleranceMeters: toleranceMeters)
        while simplified.count > limit {
            toleranceMeters *= 2
            simplified = Self.simplified(kept, toleranceMeters: toleranceMeters)
        }
        kept = simplified
    }

    /// A line of at most ``RouteLines/maximumPoints`` points, simplified.
    static func simplified(
        _ points: [PolylinePoint],
        toleranceMeters: Double
    ) -> [PolylinePoint] {
        var line = RouteSimplifier(toleranceMeters: toleranceMeters)
        for point in points { line.keep(point) }
        return line.points
    }

    /// Whether all points of the window are near the line from the last kept point to another one.
    private func fits(_ start: PolylinePoint, _ end: PolylinePoint) -> Bool {
        // A degree of longitude is shorter by the cosine of the latitude, by Bhaskara's formula.
        let degrees = Double(start.latitude) / Double(PolylinePoint.perDegree)
        let square = degrees * degrees
        let cosine = 4 * (8100 - square) / (32_400 + square)
        let limit = toleranceMeters / Self.metersPerUnit
        func offset(_ point: PolylinePoint) -> (x: Double, y: Double) {
            (
                Double(point.longitude - start.longitude) * cosine,
                Double(point.latitude - start.latitude)
            )
        }
        let line = offset(end)
        let length = line.x * line.x + line.y * line.y
        return window.allSatisfy { point in
            let point = offset(point)
            let along = point.x * line.x + point.y * line.y
            let part = length > 0 ? max(0, min(1, along / length)) : 0
            let (x, y) = (point.x - part * line.x, point.y - part * line.y)
            return x * x + y * y <= limit * limit
        }
    }
}

extension RouteLines {
    /// The text of encoded lines, simplified further until it fits the limits; `nil` without lines.
    ///
    /// The order of the lines does not matter.
    static func text(of encoded: [String]) -> String? {
        let sorted = encoded.lazy.filter { !$0.isEmpty }.sorted {
            ($1.utf8.count, $0) < ($0.utf8.count, $1)
        }.prefix(maximumLines)
        guard !sorted.isEmpty else { return nil }
        var shown = sorted.map { EncodedPolyline.decode($0) ?? [] }
        var texts = Array(sorted)
        var tolerance = RouteSimplifier.firstToleranceMeters
        // Ends: each step simplifies the lines of the step before, so that at a tolerance of the
        // earth's size each has two points after a few steps, which fit.
        while shown.reduce(0, { $0 + $1.count }) > maximumPoints
            || texts.reduce(-1, { $0 + $1.utf8.count + 1 }) > maximumBytes
        {
            tolerance *= 2
            shown = shown.map {
                RouteSimplifier.simplified(unwrapped($0), toleranceMeters: tolerance)
            }
            texts = shown.map { EncodedPolyline.encode($0) }
        }
        return texts.joined(separator: " ")
    }

    /// A line without a jump at the date line.
    private static func unwrapped(_ points: [PolylinePoint]) -> [PolylinePoint] {
        var last = points.first?.longitude ?? 0
        return points.map { point in
            last += PolylinePoint.wrapped(point.longitude - last)
            return PolylinePoint(latitude: point.latitude, longitude: last)
        }
    }
}

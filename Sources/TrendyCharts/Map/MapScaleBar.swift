import Foundation

/// The scale of a map: a bar of a round length.
package struct MapScaleBar: Sendable, Equatable {
    /// The length of the bar on the earth, in metres: 1, 2 or 5 times a power of ten.
    package let meters: Double
    /// The length of the bar in units of the drawing.
    package let length: Double

    /// Creates the longest bar that is at most `maximumLength` units long.
    package init(_ viewport: MapViewport, maximumLength: Double = 140) {
        let limit = viewport.metersPerUnit * maximumLength
        let power = pow(10, floor(log10(limit)))
        let factor = [5.0, 2, 1].first { $0 * power <= limit } ?? 1
        meters = factor * power
        length = meters / viewport.metersPerUnit
    }
}

/// The lines of equal longitude and latitude of a map.
package struct MapGrid: Sendable, Equatable {
    /// The positions of the lines from north to south, from the left.
    package let columns: [Double]
    /// The positions of the lines from west to east, from the top.
    package let rows: [Double]

    /// Creates a grid whose lines are at least `spacing` units apart in the middle of the map.
    package init(_ viewport: MapViewport, spacing: Double = 90) {
        let corner = viewport.position(of: MapPoint(x: 0, y: 0))
        let degreesPerUnit = 360 / (256 * exp2(viewport.zoom))
        let step = Self.roundStep(atLeast: spacing * degreesPerUnit)
        var columns: [Double] = []
        var longitude = (corner.longitude / step).rounded(.up) * step
        let width = viewport.width * degreesPerUnit
        let end = corner.longitude + min(width, 360)
        while longitude < end, columns.count < Self.limit {
            columns.append((longitude - corner.longitude) / degreesPerUnit)
            longitude += step
        }
        var rows: [Double] = []
        var latitude = (corner.latitude / step).rounded(.down) * step
        while rows.count < Self.limit {
            let y = viewport.point(latitude: latitude, longitude: viewport.longitude).y
            guard y < viewport.height, latitude > -MapViewport.maximumLatitude else { break }
            rows.append(y)
            latitude -= step
        }
        self.columns = columns
        self.rows = rows
    }

    /// The maximum number of lines in a direction.
    private static let limit = 40

    private static func roundStep(atLeast degrees: Double) -> Double {
        let power = pow(10, floor(log10(degrees)))
        return ([1.0, 2, 5].first { $0 * power >= degrees } ?? 10) * power
    }
}

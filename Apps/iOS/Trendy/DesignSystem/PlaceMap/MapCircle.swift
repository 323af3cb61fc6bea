import Foundation
import SwiftUI

/// The circle of a place on a map.
struct MapCircle: Shape {
    let place: MapPlace
    let projection: MapProjection
    /// The smallest radius in points.
    var minimum: CGFloat = 4

    nonisolated func path(in rect: CGRect) -> Path {
        Path(ellipseIn: projection.circle(of: place, in: rect, minimum: minimum))
    }
}

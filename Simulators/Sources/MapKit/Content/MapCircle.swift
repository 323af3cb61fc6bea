public import CoreLocation
package import SwiftUI

/// A circular overlay with a configurable radius that you center on a geographic coordinate.
///
/// As in MapKit, assistive technology does not read it: an annotation names what it stands for.
public struct MapCircle {
    private let center: CLLocationCoordinate2D
    private let radius: CLLocationDistance

    /// Creates a circle.
    ///
    /// - `radius`: in metres.
    public init(center coordinate: CLLocationCoordinate2D, radius: CLLocationDistance) {
        (center, self.radius) = (coordinate, radius)
    }
}

extension MapCircle: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        let style = node.environment.overlayStyle
        var element = Element(.decoration)
        element.payload = MapCircleLook(
            center: center,
            radius: max(0, radius),
            fill: style.fill ?? .faded(.tint, opacity: 0.25),
            stroke: style.stroke,
            line: style.line ?? StrokeStyle()
        )
        node.element = element
    }
}

/// How a circle of a map is drawn.
package struct MapCircleLook {
    package let center: CLLocationCoordinate2D
    /// In metres.
    package let radius: Double
    package let fill: Paint
    /// `nil` for a circle without an edge.
    package let stroke: Paint?
    package let line: StrokeStyle
}

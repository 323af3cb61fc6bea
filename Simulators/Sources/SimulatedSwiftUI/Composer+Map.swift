internal import CoreLocation
internal import MapKit
package import SwiftUI

extension Composer {
    /// Makes the content of a map; the location of the user only where it is known.
    package static func composeMap(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        guard let look = node.element?.payload as? MapLook else { return }
        let location = node.environment.userLocation()
        element.payload = MapPicture(
            look: look,
            projection: look.viewport.projection,
            userLocation: location
        )
        element.children = composer.children(of: node).filter { child in
            guard let mark = child.payload as? AnnotationPicture else { return true }
            return mark.look.coordinate != nil || location != nil
        }
    }

    /// Names a mark by its title, unless its content has a name.
    package static func composeAnnotation(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        guard let look = node.element?.payload as? AnnotationLook else { return }
        let title = composer.slot("label", of: node).joinedLabel
        element.payload = AnnotationPicture(look: look, title: title)
        element.children = composer.slot("content", of: node)
        if element.children.joinedLabel.isEmpty {
            element.explicitLabel = title
        } else {
            element.role = .generic
        }
    }
}

/// What a map shows at one moment.
struct MapPicture {
    let look: MapLook
    let projection: MapProjection
    let userLocation: CLLocationCoordinate2D?

    /// Where a mark is; `nil` for the location of the user while it is not known.
    func coordinate(of mark: AnnotationPicture) -> CLLocationCoordinate2D? {
        mark.look.coordinate ?? userLocation
    }
}

/// A mark with its title.
struct AnnotationPicture {
    let look: AnnotationLook
    let title: String
}

package import CoreLocation
package import Foundation
internal import SwiftUI

/// The camera of one map, which is kept while the map stays on the screen.
@MainActor
package final class MapViewport {
    private unowned let node: ViewNode
    /// The size that a browser has measured; `nil` before.
    private var measured: CGSize?
    private var position = MapCameraPosition.automatic
    private var binding: Binding<MapCameraPosition>?
    /// Where the person has moved the map; `nil` while the position decides.
    private var moved: MapProjection?

    init(node: ViewNode) {
        self.node = node
    }

    /// Which part of the world the map shows.
    package var projection: MapProjection {
        guard var projection = moved else { return projection(for: position) }
        projection.size = size
        return projection
    }

    /// The size of the map in points: measured, or as the app sets it.
    package var size: CGSize { measured ?? node.declaredSize }

    /// Takes the position that the app wants; where the person has moved the map stays until the
    /// app wants another.
    func follow(_ binding: Binding<MapCameraPosition>?, initially first: MapCameraPosition) {
        self.binding = binding
        let wanted = binding?.wrappedValue ?? first
        if wanted != position, !wanted.positionedByUser { moved = nil }
        position = wanted
    }

    /// Sets the size that the map has on a page.
    package func measure(_ size: CGSize) {
        guard size.width >= 1, size.height >= 1, size != measured else { return }
        measured = size
        node.invalidate()
    }

    /// Drags the map by a number of points.
    package func drag(by offset: CGSize) {
        move(to: projection.moved(by: offset))
    }

    /// Magnifies the map by a factor.
    package func magnify(by factor: Double) {
        move(to: projection.magnified(by: factor))
    }

    private func move(to projection: MapProjection) {
        moved = projection
        binding?.wrappedValue = .user
        node.invalidate()
    }

    private func projection(for position: MapCameraPosition) -> MapProjection {
        switch position.framing {
        case .automatic, .user:
            MapProjection(node.mapAreas, size: size) ?? MapProjection(size: size)
        case .region(let region): MapProjection(region, size: size)
        case .userLocation(_, let fallback):
            if let location = node.environment.userLocation() {
                MapProjection(
                    [MapArea(center: location, radius: Self.surroundings)],
                    size: size
                ) ?? MapProjection(size: size)
            } else {
                projection(for: fallback)
            }
        }
    }

    /// What is shown around the location of the user, in metres.
    private static let surroundings = 500.0
}

extension ViewNode {
    /// The size that the modifiers around a map give it, in points; the width of a row of a list
    /// where they give none.
    fileprivate var declaredSize: CGSize {
        var size = CGSize(width: environment.screenSize.width - 64, height: 300)
        var next = parent
        var isHeightKnown = false
        while let node = next, node.element == nil {
            for case .frame(let frame, _) in node.style.reversed() {
                if let width = frame.width { size.width = width }
                if let height = frame.height, !isHeightKnown {
                    (size.height, isHeightKnown) = (height, true)
                }
            }
            next = node.parent
        }
        return size
    }

    /// The content below this node that a map frames: circles and annotations.
    fileprivate var mapAreas: [MapArea] {
        children.flatMap { child -> [MapArea] in
            switch child.element?.payload {
            case let circle as MapCircleLook:
                [MapArea(center: circle.center, radius: circle.radius)]
            case let mark as AnnotationLook:
                mark.coordinate.map { [MapArea(center: $0, radius: 0)] } ?? []
            default: child.mapAreas
            }
        }
    }
}

private enum UserLocationKey: EnvironmentKey {
    static let defaultValue: @Sendable () -> CLLocationCoordinate2D? = { nil }
}

extension EnvironmentValues {
    /// The location of the user, as far as the app may know it.
    package var userLocation: @Sendable () -> CLLocationCoordinate2D? {
        get { self[UserLocationKey.self] }
        set { self[UserLocationKey.self] = newValue }
    }
}

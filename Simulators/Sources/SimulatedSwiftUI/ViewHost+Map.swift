public import CoreLocation
public import Foundation
internal import MapKit
internal import SwiftUI

extension ViewHost {
    /// Half of the side of the square in which a tap hits a mark, in points.
    private static let reach = 22.0

    /// Taps a map at a coordinate: the mark there, or else the map itself.
    ///
    /// - Parameters:
    ///   - coordinate: A coordinate that the map shows.
    ///   - index: Which one of several maps, in drawing order.
    /// - Throws: `ViewHostError` if the map does not show the coordinate, or takes no tap there.
    public func tapMap(
        at coordinate: CLLocationCoordinate2D,
        index: Int = 0
    ) throws(ViewHostError) {
        let map = try map(index)
        try tap(map, at: map.picture.projection.point(of: coordinate))
    }

    /// Taps a map at a point from its top left corner.
    public func tapMap(at point: CGPoint, index: Int = 0) throws(ViewHostError) {
        try tap(map(index), at: point)
    }

    /// Drags a map by a number of points.
    public func dragMap(by offset: CGSize, index: Int = 0) throws(ViewHostError) {
        let value = HandlerValue.point(x: offset.width, y: offset.height)
        try send(.drag, value, to: map(index, taking: .drag).element)
    }

    /// Magnifies a map to twice the scale.
    public func zoomMapIn(index: Int = 0) throws(ViewHostError) {
        try send(.zoomIn, to: map(index, taking: .zoomIn).element)
    }

    /// Shows twice as much of a map in each direction.
    public func zoomMapOut(index: Int = 0) throws(ViewHostError) {
        try send(.zoomOut, to: map(index, taking: .zoomOut).element)
    }

    /// Where a coordinate is on a map, from its top left corner; perhaps outside.
    public func pointOnMap(
        of coordinate: CLLocationCoordinate2D,
        index: Int = 0
    ) throws(ViewHostError) -> CGPoint {
        try map(index).picture.projection.point(of: coordinate)
    }

    /// The size of a map in points.
    public func mapSize(index: Int = 0) throws(ViewHostError) -> CGSize {
        try map(index).picture.projection.size
    }

    private func tap(
        _ map: (element: ScreenNode, picture: MapPicture),
        at point: CGPoint
    ) throws(ViewHostError) {
        guard CGRect(origin: .zero, size: map.picture.projection.size).contains(point) else {
            throw missing("a point of the map", "tap")
        }
        if let button = button(at: point, of: map) {
            guard button.isEnabled else { throw .disabled(label: button.label) }
            send(.activate, to: button)
        } else if map.element.handlers[.tap] != nil {
            guard map.element.isEnabled else { throw .disabled(label: map.element.label) }
            send(.tap, .point(x: point.x, y: point.y), to: map.element)
        } else {
            throw missing("map", "tap")
        }
    }

    /// What the uppermost mark at a point offers to tap; `nil` where there is none.
    private func button(
        at point: CGPoint,
        of map: (element: ScreenNode, picture: MapPicture)
    ) -> ScreenNode? {
        let buttons = map.element.children.compactMap { child -> ScreenNode? in
            guard let mark = child.payload as? AnnotationPicture,
                let coordinate = map.picture.coordinate(of: mark)
            else { return nil }
            let center = map.picture.projection.point(of: coordinate)
            let distance = max(abs(center.x - point.x), abs(center.y - point.y))
            guard distance <= Self.reach else { return nil }
            return child.flattened.first { $0.handlers[.activate] != nil }
        }
        return buttons.last
    }

    private func map(
        _ index: Int,
        taking name: HandlerName? = nil
    ) throws(ViewHostError) -> (element: ScreenNode, picture: MapPicture) {
        let maps = screen.elements(role: .map)
        guard maps.indices.contains(index), let picture = maps[index].payload as? MapPicture,
            name.map({ maps[index].handlers[$0] != nil }) ?? true
        else { throw missing("map", name?.rawValue ?? "tap") }
        return (maps[index], picture)
    }

    private func missing(_ label: String, _ action: String) -> ViewHostError {
        .notFound(label: label, action: action, screen: screen.outline)
    }
}

public import CoreLocation
public import Foundation
public import SwiftUI

/// A container view that defines its contents as a function of information about the first
/// contained map.
@MainActor
@preconcurrency
public struct MapReader<Content: View> {
    private let content: (MapProxy) -> Content

    /// Creates an instance that allows view content to reference information about a contained map.
    public init(@ViewBuilder content: @escaping (MapProxy) -> Content) {
        self.content = content
    }
}

extension MapReader: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let reading = node.memory { MapReading() }
        node.child(.slot("content"), content(MapProxy(reading: reading))) {
            $0.mapReading = reading
        }
    }
}

/// A proxy for accessing sizing information about a given map view.
public struct MapProxy {
    let reading: MapReading

    /// Converts a point in the specified coordinate space to a map coordinate.
    ///
    /// - Returns: `nil` for a point outside of the map.
    public func convert(
        _ point: CGPoint,
        from space: some CoordinateSpaceProtocol
    ) -> CLLocationCoordinate2D? {
        guard space.coordinateSpace == .local else { return nil }
        return MainActor.assumeIsolated { [reading] in
            guard let projection = reading.viewport?.projection,
                CGRect(origin: .zero, size: projection.size).insetBy(dx: -1, dy: -1)
                    .contains(point)
            else { return nil }
            return projection.coordinate(at: point)
        }
    }

    /// Converts a map coordinate to a point in the specified coordinate space.
    ///
    /// - Returns: `nil` for a coordinate outside of the map.
    public func convert(
        _ coordinate: CLLocationCoordinate2D,
        to space: some CoordinateSpaceProtocol
    ) -> CGPoint? {
        guard space.coordinateSpace == .local else { return nil }
        return MainActor.assumeIsolated { [reading] in
            guard let projection = reading.viewport?.projection else { return nil }
            let point = projection.point(of: coordinate)
            return CGRect(origin: .zero, size: projection.size).contains(point) ? point : nil
        }
    }
}

/// Connects a reader with the first map inside of it.
@MainActor
final class MapReading {
    private(set) weak var viewport: MapViewport?

    func offer(_ viewport: MapViewport) {
        if self.viewport == nil { self.viewport = viewport }
    }
}

private enum MapReadingKey: EnvironmentKey {
    static var defaultValue: MapReading? { nil }
}

extension EnvironmentValues {
    /// The reader around; `nil` outside of one.
    var mapReading: MapReading? {
        get { self[MapReadingKey.self] }
        set { self[MapReadingKey.self] = newValue }
    }
}

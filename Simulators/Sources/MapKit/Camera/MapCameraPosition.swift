internal import CoreLocation

/// How to position the map's camera within the map.
public struct MapCameraPosition: Equatable {
    indirect enum Framing {
        case automatic
        case region(MKCoordinateRegion)
        case userLocation(followsHeading: Bool, fallback: MapCameraPosition)
        /// Where the person has moved the map.
        case user
    }

    let framing: Framing

    /// A position that the person has chosen by moving the map.
    static var user: MapCameraPosition { MapCameraPosition(framing: .user) }

    /// Create a position that frames the map's content.
    public static var automatic: MapCameraPosition { MapCameraPosition(framing: .automatic) }

    /// Creates a position that frames the given coordinate region.
    public static func region(_ region: MKCoordinateRegion) -> MapCameraPosition {
        MapCameraPosition(framing: .region(region))
    }

    /// Creates a position that frames the user's location.
    ///
    /// - `fallback`: the position to use while the location of the user is not known.
    public static func userLocation(
        followsHeading: Bool = false,
        fallback: MapCameraPosition
    ) -> MapCameraPosition {
        MapCameraPosition(
            framing: .userLocation(followsHeading: followsHeading, fallback: fallback)
        )
    }

    /// The region the map is framing if the map is framing a region, otherwise nil.
    public var region: MKCoordinateRegion? {
        if case .region(let region) = framing { region } else { nil }
    }

    /// Returns `true` if the user has positioned the camera.
    public var positionedByUser: Bool {
        if case .user = framing { true } else { false }
    }

    /// Returns `true` if the map is following the user's location.
    public var followsUserLocation: Bool {
        if case .userLocation = framing { true } else { false }
    }

    /// Returns a non-nil position if this camera position has a fallback position.
    public var fallbackPosition: MapCameraPosition? {
        if case .userLocation(_, let fallback) = framing { fallback } else { nil }
    }

    /// Whether two positions frame the same.
    public static func == (a: MapCameraPosition, b: MapCameraPosition) -> Bool {
        switch (a.framing, b.framing) {
        case (.automatic, .automatic), (.user, .user): true
        case (.region(let left), .region(let right)): left.numbers == right.numbers
        case (.userLocation(let left, let first), .userLocation(let right, let second)):
            left == right && first == second
        default: false
        }
    }
}

extension MKCoordinateRegion {
    fileprivate var numbers: [Double] {
        [center.latitude, center.longitude, span.latitudeDelta, span.longitudeDelta]
    }
}

import SwiftUI
import TrendyModel

/// A place on a map.
struct MapPlace: Identifiable, Equatable {
    let id: EntityID
    /// Its name.
    let name: String
    /// Its state in words.
    let state: String
    /// The symbol of its state, because a state is never told by colour alone.
    let icon: String
    /// Its centre.
    let center: Coordinate
    /// Its radius in metres.
    let radius: Double
    /// Whether iOS watches it.
    var isWatched = true
    /// Whether the person is inside.
    var isInside = false
}

extension MapPlace {
    /// The colour of its circle and its pin.
    var color: Color {
        if isInside { return Tone.success.color }
        return isWatched ? Tone.info.color : Tone.neutral.color
    }

    /// Places for previews.
    static let examples = [
        example(1, "Home", latitude: 48.137, isInside: true),
        example(2, "Office", latitude: 48.143, isInside: false),
    ]

    private static func example(
        _ number: UInt64,
        _ name: String,
        latitude: Double,
        isInside: Bool
    ) -> MapPlace {
        MapPlace(
            id: EntityID(high: 0, low: number),
            name: name,
            state: isInside ? "You are here" : "Others are nearer",
            icon: isInside ? "mappin.circle.fill" : "arrow.triangle.2.circlepath",
            center: Coordinate(latitude: latitude, longitude: 11.575) ?? .null,
            radius: 150,
            isWatched: isInside,
            isInside: isInside
        )
    }
}

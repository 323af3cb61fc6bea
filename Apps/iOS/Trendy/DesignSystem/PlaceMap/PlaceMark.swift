import MapKit
import SwiftUI
import TrendyModel

/// A place on a map: its circle to scale, and a pin with its name.
///
/// The edge is solid while iOS watches the place, and dashed while it does not.
struct PlaceMark: MapContent {
    let place: MapPlace
    /// Called with the place when its pin is tapped; `nil` when it cannot be tapped.
    var onSelect: (@MainActor (EntityID) -> Void)?

    var body: some MapContent {
        MapCircle(center: place.center.onMap, radius: place.radius)
            .foregroundStyle(place.color.opacity(place.isWatched ? 0.25 : 0.1))
            .stroke(
                place.color,
                style: StrokeStyle(lineWidth: 2, dash: place.isWatched ? [] : [6, 4])
            )
        Annotation(place.name, coordinate: place.center.onMap) {
            PlacePin(place: place, onSelect: onSelect)
        }
    }
}

import Foundation
import SwiftUI

/// A place on a map: a filled circle while iOS watches it, a dashed one while it does not.
struct MapMark: View {
    let place: MapPlace
    let projection: MapProjection

    var body: some View {
        ZStack {
            circle.fill(color.opacity(place.isWatched ? 0.3 : 0.1))
            circle.stroke(
                color,
                style: StrokeStyle(lineWidth: 2, dash: place.isWatched ? [] : [4, 4])
            )
        }
        .contentShape(
            MapCircle(
                place: place,
                projection: projection,
                minimum: Spacing.minimumTarget / 2
            )
        )
    }

    private var circle: MapCircle { MapCircle(place: place, projection: projection) }

    private var color: Color {
        if place.isInside { return Tone.success.color }
        return place.isWatched ? Tone.info.color : Tone.neutral.color
    }
}

#Preview("Watched and not watched") {
    PlaceMap(MapPlace.examples)
}

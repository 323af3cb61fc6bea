import Foundation
import MapKit
import SwiftUI
import TrendyModel

/// A map on which a tap chooses the centre of a place.
struct PlaceCenterMap: View {
    /// The place; `nil` before a centre is chosen.
    let place: MapPlace?
    var height: CGFloat = 240
    /// Called with the tapped point.
    let onChoose: @MainActor (Coordinate) -> Void
    @State private var camera = MapCameraPosition.userLocation(fallback: .automatic)
    @State private var tapped: Coordinate?

    var body: some View {
        MapReader { map in
            Map(position: $camera) {
                UserAnnotation()
                if let place { PlaceMark(place: place) }
            }
            .onTapGesture { point in
                choose(map.convert(point, from: .local))
            }
        }
        .mapFrame(height: height)
        .onChange(of: place?.center, initial: true) { show() }
        .onChange(of: place?.radius) { show() }
    }

    private func choose(_ point: CLLocationCoordinate2D?) {
        guard let point, let coordinate = Coordinate(point) else { return }
        // The first centre is shown from near, so that a further tap can correct it.
        if place != nil { tapped = coordinate }
        onChoose(coordinate)
    }

    /// Shows the circle whole; a map that the person looks at stays where it is.
    private func show() {
        guard let place, place.center != tapped else { return }
        camera = .region(
            MKCoordinateRegion(
                center: place.center.onMap,
                latitudinalMeters: place.radius * 4,
                longitudinalMeters: place.radius * 4
            )
        )
    }
}

#Preview("No centre yet") {
    PlaceCenterMap(place: nil) { _ in }
}

#Preview("A centre") {
    PlaceCenterMap(place: MapPlace.examples.first) { _ in }
}

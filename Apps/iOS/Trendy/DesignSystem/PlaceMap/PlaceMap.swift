import Foundation
import MapKit
import SwiftUI
import TrendyModel

/// Places on a map, with the position of the person where the app may know it.
///
/// Assistive technology reads each place with its state; a tap selects it.
struct PlaceMap: View {
    private let places: [MapPlace]
    private let height: CGFloat
    private let onSelect: (@MainActor (EntityID) -> Void)?

    /// Creates a map.
    ///
    /// - `onSelect`: called with a tapped place; `nil` when places cannot be tapped.
    init(
        _ places: [MapPlace],
        height: CGFloat = 240,
        onSelect: (@MainActor (EntityID) -> Void)? = nil
    ) {
        self.places = places
        self.height = height
        self.onSelect = onSelect
    }

    var body: some View {
        if !places.isEmpty {
            Map {
                UserAnnotation()
                ForEach(places) { PlaceMark(place: $0, onSelect: onSelect) }
            }
            .mapFrame(height: height)
        }
    }
}

extension View {
    /// The size, the corners and the name of a map.
    func mapFrame(height: CGFloat) -> some View {
        self
            .frame(height: height)
            .clipShape(.rect(cornerRadius: Spacing.corner))
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Text("Map"))
    }
}

#Preview("Places") {
    PlaceMap(MapPlace.examples) { _ in }
}

#Preview("One place") {
    PlaceMap(Array(MapPlace.examples.prefix(1)))
}

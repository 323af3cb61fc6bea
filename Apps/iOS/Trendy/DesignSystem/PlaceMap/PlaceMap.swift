import Foundation
import SwiftUI
import TrendyModel

/// Places as circles to scale, north up; nothing is loaded from a map service.
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
        height: CGFloat = 220,
        onSelect: (@MainActor (EntityID) -> Void)? = nil
    ) {
        self.places = places
        self.height = height
        self.onSelect = onSelect
    }

    var body: some View {
        if let projection = MapProjection(places) {
            ZStack {
                ForEach(places) { place in
                    mark(of: place, projection)
                        .accessibilityLabel(Text(place.name))
                        .accessibilityValue(Text(place.state))
                }
            }
            .frame(maxWidth: .infinity)
            .frame(height: height)
            .background(.background.secondary, in: .rect(cornerRadius: Spacing.corner))
            .clipShape(.rect(cornerRadius: Spacing.corner))
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Text("Map"))
        }
    }

    @ViewBuilder private func mark(
        of place: MapPlace,
        _ projection: MapProjection
    ) -> some View {
        if let onSelect {
            Button {
                onSelect(place.id)
            } label: {
                MapMark(place: place, projection: projection)
            }
            .buttonStyle(.plain)
        } else {
            MapMark(place: place, projection: projection)
                .accessibilityElement()
        }
    }
}

#Preview("Places") {
    PlaceMap(MapPlace.examples) { _ in }
}

#Preview("One place") {
    PlaceMap(Array(MapPlace.examples.prefix(1)))
}

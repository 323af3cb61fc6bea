import SwiftUI
import TrendyModel

/// The symbol of a place's state in the middle of its circle.
struct PlacePin: View {
    let place: MapPlace
    /// Called with the place on a tap; `nil` when it cannot be tapped.
    var onSelect: (@MainActor (EntityID) -> Void)?

    var body: some View {
        if let onSelect {
            Button {
                onSelect(place.id)
            } label: {
                symbol
                    .frame(minWidth: Spacing.minimumTarget, minHeight: Spacing.minimumTarget)
                    .contentShape(.circle)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(place.name))
            .accessibilityValue(Text(place.state))
        } else {
            symbol
                .accessibilityElement()
                .accessibilityLabel(Text(place.name))
                .accessibilityValue(Text(place.state))
        }
    }

    private var symbol: some View {
        Image(systemName: place.icon)
            .font(.pin)
            .foregroundStyle(place.color)
            .accessibilityHidden(true)
            .frame(width: Spacing.xLarge, height: Spacing.xLarge)
            .background(.background, in: .circle)
            .overlay { Circle().stroke(place.color, lineWidth: 2) }
    }
}

#Preview("Watched and not watched") {
    HStack {
        ForEach(MapPlace.examples) { PlacePin(place: $0) { _ in } }
    }
}

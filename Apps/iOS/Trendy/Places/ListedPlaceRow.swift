import SwiftUI

/// A place in the list: its name, its real state, and its visits.
struct ListedPlaceRow: View {
    let place: PlaceItem

    var body: some View {
        Row(
            Text(place.name),
            detail: Text(place.state),
            value: place.distance.map { Text($0) },
            icon: place.icon,
            color: place.isProblem ? Tone.warning.color : .accentColor
        )
    }
}

#Preview("Watched") {
    ListedPlaceRow(place: .example)
}

#Preview("Not watched") {
    ListedPlaceRow(place: .notAllowed)
}

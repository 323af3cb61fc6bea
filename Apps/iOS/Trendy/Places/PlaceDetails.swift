import SwiftUI
import TrendyPlaces

/// The circle, the state and the settings of a place.
struct PlaceDetails: View {
    let place: PlaceItem
    let onToggle: @MainActor (Bool) -> Void
    let perform: @MainActor (PlaceAction) -> Void

    var body: some View {
        Section {
            if let circle = place.circle { PlaceMap([circle], height: 160) }
            Row(
                Text(place.state),
                value: place.distance.map { Text($0) },
                icon: place.icon,
                color: place.isProblem ? Tone.warning.color : .accentColor
            )
            PlaceRemedy(remedy: place.remedy, action: place.action, perform: perform)
        }
        Section {
            Toggle(
                "Record visits",
                isOn: Binding {
                    place.isActive
                } set: {
                    onToggle($0)
                }
            )
            ForEach(place.details, id: \.self) { Text($0).font(.detail) }
        }
    }
}

#Preview("Watched") {
    List {
        PlaceDetails(place: .example) { _ in
        } perform: { _ in
        }
    }
}

#Preview("Not watched") {
    List {
        PlaceDetails(place: .notAllowed) { _ in
        } perform: { _ in
        }
    }
}

import SwiftUI
import TrendyAppSupport
import TrendyModel
import TrendyPlaces
import UIKit

/// Where a place is: here, tapped or moved on the map, or by coordinates.
struct PlaceLocationSection: View {
    @Bindable var editor: PlaceEditorViewModel
    let places: PlacesViewModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        Section {
            PrimaryButton(Text("Use my location"), isBusy: editor.isLocating) {
                Task { await editor.useCurrentLocation() }
            }
            FormFieldError(editor.locationProblem)
            if let action = editor.locationAction {
                SecondaryButton(Text(action.buttonText)) { perform(action) }
            }
            PlaceCenterMap(place: editor.center.map(circle)) { editor.center = $0 }
            if editor.center != nil {
                MapMoveButtons(step: editor.radiusMeters / 3) { east, north in
                    editor.move(eastMeters: east, northMeters: north)
                }
            }
            CoordinateFields(center: $editor.center)
            FormFieldError(editor.centerProblem)
        } header: {
            Text("Location")
        } footer: {
            Text("Tap the map, use the arrows, or enter coordinates.")
        }
    }

    private func circle(_ center: Coordinate) -> MapPlace {
        MapPlace(
            id: EntityID(high: 0, low: 0),
            name: editor.name.isEmpty ? editor.title : editor.name,
            state: editor.radiusText,
            icon: "mappin",
            center: center,
            radius: editor.radiusMeters
        )
    }

    private func perform(_ action: PlaceAction) {
        switch action {
        case .requestPermission(let request):
            Task {
                await places.request(request)
                await editor.useCurrentLocation()
            }
        case .openSettings, .turnOnPreciseLocation:
            if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
        case .editPlace: break
        }
    }
}

import SwiftUI
import TrendyAppSupport
import TrendyPlaces
import UIKit

/// Performs what a screen can do about a problem with a place.
@MainActor
struct PlaceActions {
    let places: PlacesViewModel
    let router: MainRouter
    let openURL: OpenURLAction

    /// Shows a prompt of iOS, the app's page in the Settings app, or the editor of a place.
    func perform(_ action: PlaceAction) {
        switch action {
        case .requestPermission(let request): Task { await places.request(request) }
        case .openSettings, .turnOnPreciseLocation: openSettings()
        case .editPlace(let id): router.sheet = .place(id)
        }
    }

    private func openSettings() {
        if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
    }
}

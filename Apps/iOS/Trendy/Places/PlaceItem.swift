import TrendyAppSupport
import TrendyModel
import TrendyPlaces

/// A place as the screens show it.
struct PlaceItem: Equatable, Identifiable {
    var id: EntityID
    /// Its name.
    var name: String
    /// Whether the person is there, or whether iOS watches it.
    var state: String
    /// The symbol of the state.
    var icon: String
    /// Whether the person should do something about the state.
    var isProblem = false
    /// What helps; `nil` when there is nothing to add.
    var remedy: String?
    /// What the button of the remedy does; `nil` for no button.
    var action: PlaceAction?
    /// The distance from the device; `nil` when it is not known.
    var distance: String?
    /// The radius, the number of visits, and when it notifies.
    var details: [String] = []
    /// Whether the person has turned it on.
    var isActive = true
    /// Its circle; `nil` when it cannot be read.
    var circle: MapPlace?
}

extension PlaceItem {
    /// A place of a view model.
    init(_ place: PlacesViewModel.Place) {
        id = place.id
        name = place.name
        state = place.state
        icon = place.status.icon
        isProblem = place.status.isProblem
        remedy = place.status.remedy
        action = place.status.action
        distance = place.distanceText
        details = [place.radiusText, place.visits, place.notifiesText].compactMap(\.self)
        isActive = place.isActive
        if let center = place.center, let radius = place.radiusMeters {
            circle = MapPlace(
                id: place.id,
                name: place.name,
                state: place.state,
                icon: place.status.icon,
                center: center,
                radius: radius,
                isWatched: place.status.isWatched,
                isInside: place.isInside
            )
        }
    }

    /// A place for previews.
    static let example = PlaceItem(
        id: EntityID(high: 0, low: 1),
        name: "Office",
        state: "Watched",
        icon: "eye",
        distance: "1.2 km away",
        details: ["150 m", "3 visits"]
    )

    /// A place that iOS cannot watch, for previews.
    static let notAllowed = PlaceItem(
        id: EntityID(high: 0, low: 2),
        name: "Gym",
        state: "Location is not allowed",
        icon: "location.slash",
        isProblem: true,
        remedy: "Allow location always in Settings.",
        action: .openSettings
    )
}

extension PlaceStatus {
    /// Whether iOS watches the place now.
    var isWatched: Bool {
        switch kind {
        case .inside, .unconfirmed, .watched: true
        case .rotatedOut, .refused, .noPermission, .off, .unknown, .unreadable: false
        }
    }
}

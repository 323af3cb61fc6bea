import TrendyModel
import TrendyPlaces
import TrendyStore

/// The places in the order of the list, with what is known about each; a value without I/O.
struct PlaceList: Sendable {
    /// A place with its state.
    struct Entry: Sendable {
        var place: ListedPlace
        var state: PlaceState?
        /// Whether the system monitors it; `nil` when that is not known.
        var monitoring: GeofenceState?
        /// The distance from the device to the centre, in metres; `nil` when it is not known.
        var distance: Double?
    }

    /// The entries: open visits first, then the nearest, then by name.
    private(set) var entries: [Entry] = []

    init() {}

    /// Orders places.
    ///
    /// - `position`: where the device is; `nil` orders by name.
    init(
        _ places: [ListedPlace],
        _ states: [EntityID: PlaceState],
        _ monitoring: [EntityID: GeofenceState],
        position: Coordinate?
    ) {
        entries = places.map { place in
            Entry(
                place: place,
                state: states[place.id],
                monitoring: monitoring[place.id],
                distance: position.flatMap { here in place.center.map { here.distance(to: $0) } }
            )
        }
        entries.sort { left, right in
            let isLeftOpen = left.state?.hasOpenVisit == true
            let isRightOpen = right.state?.hasOpenVisit == true
            if isLeftOpen != isRightOpen { return isLeftOpen }
            let (first, second) = (left.distance ?? .infinity, right.distance ?? .infinity)
            if first != second { return first < second }
            return (left.place.foldedName, left.place.id) < (right.place.foldedName, right.place.id)
        }
    }

    /// The entries whose names contain every word of a text, ignoring case and diacritics.
    func matching(_ text: String) -> [Entry] {
        let words = ListedPlace.folded(text).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return entries }
        return entries.filter { entry in
            words.allSatisfy { entry.place.foldedName.contains($0) }
        }
    }

    /// The entry of a place; `nil` when it is not in the list.
    func entry(of id: EntityID) -> Entry? { entries.first { $0.place.id == id } }
}

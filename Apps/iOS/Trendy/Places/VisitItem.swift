import TrendyAppSupport
import TrendyModel

/// A visit as the screens show it.
struct VisitItem: Equatable, Identifiable {
    var id: EntityID
    /// The place; `nil` on the screen of the place.
    var place: String?
    /// When it was.
    var text: String
    /// Whether it has not ended.
    var isOpen = false
    /// Whether nothing has confirmed it for a long time.
    var isUnconfirmed = false
}

extension VisitItem {
    /// A visit of a view model.
    init(_ visit: PlacesViewModel.Visit, withPlace: Bool) {
        id = visit.id
        place = withPlace ? visit.place : nil
        text = visit.text
        isOpen = visit.isOpen
        isUnconfirmed = visit.isUnconfirmed
    }
}

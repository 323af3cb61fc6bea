import TrendyAppSupport
import TrendyPlaces

/// A problem of watching places.
struct PlaceFinding: Equatable, Identifiable {
    var id: Int
    /// The problem.
    var text: String
    /// What helps.
    var remedy: String
    /// What the button does; `nil` for no button.
    var action: PlaceAction?
}

extension PlaceFinding {
    /// A problem of a view model.
    init(_ finding: PlacesViewModel.Finding) {
        id = finding.id
        text = finding.finding
        remedy = finding.remedy
        action = finding.action
    }
}

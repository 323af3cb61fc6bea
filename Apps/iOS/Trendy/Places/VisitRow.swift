import SwiftUI
import TrendyModel

/// A visit to a place.
struct VisitRow: View {
    let visit: VisitItem

    var body: some View {
        Row(
            Text(visit.place ?? visit.text),
            detail: visit.place == nil ? nil : Text(visit.text),
            icon: icon,
            color: visit.isUnconfirmed ? Tone.warning.color : .accentColor
        )
    }

    private var icon: String {
        if visit.isUnconfirmed { return "questionmark.circle" }
        return visit.isOpen ? "mappin.circle.fill" : "mappin.circle"
    }
}

#Preview("Now") {
    VisitRow(
        visit: VisitItem(
            id: EntityID(high: 0, low: 1),
            place: "Office",
            text: "Since 09:00",
            isOpen: true
        )
    )
}

#Preview("Not confirmed") {
    VisitRow(
        visit: VisitItem(
            id: EntityID(high: 0, low: 1),
            text: "Since yesterday",
            isOpen: true,
            isUnconfirmed: true
        )
    )
}
